// A kernel's findings in the words of its source.
#pragma once

#include <optional>
#include <vector>

#include "checker/cli/element_names.h"
#include "checker/cli/parameters.h"
#include "checker/cli/suppressions.h"
#include "checker/report/report.h"

namespace warpproof::cli {

// What the source of the kernel's file, as it is now, says of arrays.
ElementNames element_names_of(const Selected& kernel);

// Elements in place of bytes in all that is said of a finding, and its inputs by their types.
void put_in_source_words(const Selected& kernel, report::Finding& finding, const ElementNames& elements);

// All findings of a kernel so, without those that are suppressed. What has one cause is reported once, and `most` findings are;
// without `most` all are, each by itself, for a baseline.
void tell_findings(const Selected& kernel, const Baseline& baseline, const std::vector<AllowedByProject>& project,
                   std::optional<std::size_t> most, report::Kernel& result);

}  // namespace warpproof::cli
