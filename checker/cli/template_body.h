// What a template's parameters stand for in the body of one of its kernels.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpproof::cli {

struct TemplateBody {
  std::size_t begin = 0, end = 0;                        // tokens of the body; the same: not found
  std::map<std::string, std::string, std::less<>> arguments;  // "T" is "float", "N" is "64"

  bool holds(std::size_t token) const { return begin <= token && token < end; }
};

// Of the kernel "ns::reduce<float, 64>" in the tokens of its source. Nothing where no template, or more than one, has this
// name and as many parameters, or where one is a pack or itself a template.
TemplateBody template_body(const std::vector<std::string_view>& tokens, std::string_view kernel);

}  // namespace warpproof::cli
