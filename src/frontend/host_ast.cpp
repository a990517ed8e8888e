#include "src/frontend/host_ast.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace warpproof {
namespace {

using Json = nlohmann::json;

// Where the compiler's text says that something is. It leaves out the file and the line where they are those of the
// place before, so all places have to be followed, in order.
struct Position {
  std::string file;
  int line = 0;
};

// The outermost object of a declaration of the file level is the third: the unit, its "inner", the declaration.
constexpr std::size_t kDeclarationDepth = 3;

// Of an id, which is an address: "0x55d0c8". What is none is 0.
std::uint64_t number_of(const std::string& id) { return std::strtoull(id.c_str(), nullptr, 16); }

// Itanium C++ ABI, 5.1: _Z1f is ::f, _ZSt1f std::f, _ZN3lib1fE lib::f, _ZNK3lib1S1fEv a const method of lib::S. St, Sa, Ss, Sb,
// Si, So and Sd are std and classes of it.
HostAst::Scope scope_of(std::string_view mangled) {
  using Scope = HostAst::Scope;
  if (!mangled.starts_with("_Z")) return Scope::C;
  if (mangled.starts_with("_ZSt")) return Scope::Known;
  if (mangled.starts_with("_ZZ") || mangled.starts_with("_ZG") || mangled.starts_with("_ZT")) return Scope::Other;
  if (!mangled.starts_with("_ZN")) return Scope::Global;
  mangled.remove_prefix(std::min(mangled.size(), mangled.find_first_not_of("rVKRO", 3)));
  constexpr std::string_view kClasses = "tasbiod", kNvidias[] = {"6thrust", "3cub", "4cuda"};
  const bool is_std = mangled.size() > 1 && mangled[0] == 'S' && kClasses.find(mangled[1]) != std::string_view::npos;
  const bool is_nvidias = std::any_of(std::begin(kNvidias), std::end(kNvidias), [&](auto name) { return mangled.starts_with(name); });
  return is_std || is_nvidias ? Scope::Known : Scope::Other;
}

}  // namespace

// Takes one declaration's text apart.
class HostAstHandler {
 public:
  // `named`: the user's name of a file.
  HostAstHandler(Position& position, std::function<std::string(const std::string&)> named,
                 HostAst::Declared& declared, std::size_t& count)
      : position_(position), named_(std::move(named)), declared_(declared), count_(count) {}

  std::unique_ptr<AstNode> take() { return std::move(root_); }

  bool null() { return true; }
  bool boolean(bool v) {
    if (AstNode* n = node()) {
      if (key_ == "constexpr") n->is_constexpr = v;
      if (key_ == "isArrow") n->is_arrow = v;
      if (key_ == "mutable") n->is_mutable = v;
      if (key_ == "isBitfield") n->is_bit_field = v;
      if (key_ == "isInline") n->is_inline = v;
      if (key_ == "isPostfix") n->is_postfix = v;
      if (key_ == "isImplicit" || key_ == "explicitlyDeleted") n->is_implicit |= v;
      if (key_ == "hasElse") n->has_else = v;
      if (key_ == "hasVar" || key_ == "hasInit") n->has_condition_variable |= v;
      if (key_ == "value") n->value = v ? "1" : "0";
    } else if (!frames_.empty() && frames_.back().what == What::Definition) {
      AstNode& record = *frames_.back().node;
      if (key_ == "isPolymorphic") record.is_polymorphic = v;
      if (key_ == "isTriviallyCopyable") record.is_trivially_copyable = v;
      if (key_ == "isAggregate") record.is_aggregate = v;
    }
    return true;
  }
  bool number_integer(Json::number_integer_t v) { return number(static_cast<long long>(v), std::to_string(v)); }
  bool number_unsigned(Json::number_unsigned_t v) { return number(static_cast<long long>(v), std::to_string(v)); }
  bool number_float(Json::number_float_t, const std::string&) { return true; }
  bool binary(Json::binary_t&) { return true; }
  bool string(std::string& v) {
    if (frames_.empty()) return false;
    Frame& f = frames_.back();
    if (f.what == What::Place) {
      if (key_ == "file") position_.file = v;
    } else if (f.what == What::Type) {
      if (key_ == "desugaredQualType" || (key_ == "qualType" && f.target->empty())) *f.target = std::move(v);
    } else if (f.what == What::Reference) {
      if (key_ == "id") f.node->refers_to = std::move(v);
      else if (key_ == "kind") f.node->refers_kind = std::move(v);
      else if (key_ == "name") f.node->refers_name = std::move(v);
    } else if (f.what == What::Node) {
      AstNode& n = *f.node;
      if (key_ == "id") n.id = std::move(v);
      else if (key_ == "kind") n.kind = std::move(v);
      else if (key_ == "name") n.name = std::move(v);
      else if (key_ == "mangledName") n.mangled = std::move(v);
      else if (key_ == "value") n.value = std::move(v);
      else if (key_ == "opcode" || key_ == "castKind") n.op = std::move(v);
      else if (key_ == "referencedMemberDecl") n.refers_to = std::move(v);
      else if (key_ == "parentDeclContextId") n.context = std::move(v);
      else if (key_ == "storageClass") n.is_static |= v == "static" || v == "extern";
      else if (key_ == "tls") n.is_static = true;  // thread_local
      else if (key_ == "explicitlyDefaulted") n.is_implicit = true;
      else if (key_ == "tagUsed") n.is_union = v == "union";
    }
    return true;
  }
  bool key(std::string& v) {
    key_ = v;
    return true;
  }
  bool start_object(std::size_t) {
    if (frames_.size() > 4 * HostAst::kDeepest) return false;
    const bool in_node = !frames_.empty() && frames_.back().what == What::Node;
    if (frames_.empty() || frames_.back().what == What::Inner) return start_node();
    AstNode* n = frames_.back().node;
    if (in_node && (key_ == "loc" || key_ == "range")) {
      frames_.push_back({What::Locations, n, nullptr, key_ == "loc"});
    } else if (frames_.back().what == What::Locations || frames_.back().what == What::Place) {
      // What a place was included from is not a place of its own.
      if (key_ == "includedFrom") {
        frames_.push_back({What::Other, n, nullptr, false});
      } else {
        const bool first = frames_.back().first && key_ != "spellingLoc" && key_ != "end";
        frames_.push_back({What::Place, n, nullptr, first || key_ == "begin"});
      }
    } else if (in_node && (key_ == "type" || key_ == "argType" || key_ == "ctorType")) {
      frames_.push_back({What::Type, n, key_ == "type" ? &n->type : &n->of_type, false});
    } else if (in_node && key_ == "definitionData") {
      n->is_defined = true;
      frames_.push_back({What::Definition, n, nullptr, false});
    } else if (in_node && (key_ == "referencedDecl" || key_ == "anyInit")) {
      frames_.push_back({What::Reference, n, nullptr, false});
    } else {
      frames_.push_back({What::Other, n, nullptr, false});
    }
    // A location without spelling and expansion is one place itself.
    if (frames_.back().what == What::Locations && key_ == "loc") frames_.back().what = What::Place;
    return true;
  }
  bool end_object() {
    if (frames_.empty()) return false;
    const Frame f = frames_.back();
    frames_.pop_back();
    if (f.what == What::Node && f.node != nullptr) finish(*f.node);
    return true;
  }
  bool start_array(std::size_t) {
    if (frames_.empty()) return false;
    const bool inner = frames_.back().what == What::Node && key_ == "inner";
    if (frames_.back().what == What::Node && key_ == "bases") frames_.back().node->has_bases = true;
    AstNode* n = frames_.back().node;
    frames_.push_back({inner ? What::Inner : What::Other, n, nullptr, false});
    return true;
  }
  bool end_array() {
    if (frames_.empty()) return false;
    frames_.pop_back();
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const Json::exception&) { return false; }

 private:
  enum class What { Node, Inner, Locations, Place, Type, Reference, Definition, Other };
  struct Frame {
    What what;
    AstNode* node;
    std::string* target;
    bool first;  // of places: where the node begins
  };

  AstNode* node() { return frames_.empty() || frames_.back().what != What::Node ? nullptr : frames_.back().node; }

  bool number(long long v, std::string text) {
    if (frames_.empty()) return false;
    const Frame& f = frames_.back();
    if (f.what == What::Place) {
      if (key_ == "line") position_.line = static_cast<int>(v);
      // The column is the last of a place's parts.
      if (key_ == "col" && f.first && f.node->place.line == 0)
        f.node->place = {named_(position_.file), position_.line, static_cast<int>(v)};
    } else if (f.what == What::Node && key_ == "value") {
      f.node->value = std::move(text);
    }
    return true;
  }

  bool start_node() {
    if (depth_ >= HostAst::kDeepest || count_ >= HostAst::kMostNodes) return false;
    auto fresh = std::make_unique<AstNode>();
    AstNode* n = fresh.get();
    n->order = ++count_;
    if (frames_.empty()) {
      root_ = std::move(fresh);
    } else {
      n->parent = frames_.back().node;
      frames_.back().node->inner.push_back(std::move(fresh));
    }
    frames_.push_back({What::Node, n, nullptr, false});
    ++depth_;
    return true;
  }

  void finish(AstNode& n) {
    --depth_;
    // The end of a block has a number of its own: it comes after all that is in the block.
    n.last = n.kind == "CompoundStmt" ? ++count_ : count_;
    // clang does not say what a binding's type is but by what it names.
    if (n.kind == "BindingDecl" && n.type.empty() && !n.inner.empty()) n.type = n.inner.back()->type;
    if (!n.id.empty()) {
      // A template names its specialisations, which are declared elsewhere, without what tells them apart.
      const auto [known, is_new] = declared_.by_id.try_emplace(n.id, &n);
      if (!is_new && known->second->mangled.empty() && !n.mangled.empty()) known->second = &n;
    }
    const auto has = [&](const char* kind) {
      return std::any_of(n.inner.begin(), n.inner.end(), [&](const auto& c) { return c->kind == kind; });
    };
    const bool is_devices = has("CUDADeviceAttr") && !has("CUDAHostAttr");
    if (!n.mangled.empty() && has("CompoundStmt") && !is_devices) declared_.definitions.try_emplace(n.mangled, &n);
    if (!n.mangled.empty() && !n.id.empty()) declared_.ids[n.mangled].push_back(n.id);
  }

  Position& position_;
  std::function<std::string(const std::string&)> named_;
  HostAst::Declared& declared_;
  std::size_t& count_;
  std::unique_ptr<AstNode> root_;
  std::vector<Frame> frames_;
  std::string key_;
  std::size_t depth_ = 0;
};

// Cuts the text into declarations of the file level, and follows places through those that are dropped. A file with one
// header of the C++ library has 50 megabytes of them, so blanks and strings are passed in one go.
class HostAst::Reader {
 public:
  explicit Reader(UsersFile users_file) : users_file_(std::move(users_file)) {}

  bool feed(std::string_view text) {
    const char *at = text.data(), *const end = at + text.size();
    kept_from_ = at;
    while (at != end && !failed) {
      if (in_string_) {
        at = read_string(at, end);
      } else if (at = after_blanks(at, end); at != end) {
        take(at++);
      }
    }
    if (keeps_) part_.append(kept_from_, end);
    return !failed;
  }

  std::vector<std::unique_ptr<AstNode>> declarations;
  Declared declared;
  std::map<const AstNode*, bool> known_to_return;
  std::unordered_set<std::uint64_t> named_by_library;  // ids of declarations that dropped text names
  std::unordered_map<std::uint64_t, HostAst::Scope> scopes;  // of declarations of dropped text, by their ids
  bool failed = false, ended = false;

 private:
  enum class Key : std::uint8_t { None, File, Line, Column, Location, IncludedFrom, Id, Mangled, Referenced, ReferencedMember, Other };

  static constexpr std::size_t kLongestString = 4096;  // of which more is known than that it is one

  static const char* after_blanks(const char* at, const char* end) {
    constexpr char kBlanks[] = "        ";
    constexpr std::ptrdiff_t kMany = sizeof kBlanks - 1;
    while (end - at >= kMany && std::memcmp(at, kBlanks, kMany) == 0) at += kMany;
    while (at != end && (*at == ' ' || *at == '\n')) ++at;
    return at;
  }

  // Up to its closing quote, or to the end of this part of the text.
  const char* read_string(const char* at, const char* end) {
    const char* const begin = at;
    while (at != end) {
      if (escaped_) {
        escaped_ = false;
      } else if (*at == '\\') {
        escaped_ = true;
      } else if (*at == '"') {
        in_string_ = false;
        break;
      }
      ++at;
    }
    const auto length = static_cast<std::size_t>(at - begin);
    if (string_.size() < kLongestString) string_.append(begin, std::min(length, kLongestString - string_.size()));
    return at == end ? at : at + 1;
  }

  Key key_of_string() const {
    if (string_ == "file") return Key::File;
    if (string_ == "line") return Key::Line;
    if (string_ == "col") return Key::Column;
    if (string_ == "loc") return Key::Location;
    if (string_ == "id") return Key::Id;
    if (string_ == "mangledName") return Key::Mangled;
    if (string_ == "referencedDecl") return Key::Referenced;
    if (string_ == "referencedMemberDecl") return Key::ReferencedMember;
    return string_ == "includedFrom" ? Key::IncludedFrom : Key::Other;
  }

  void take(const char* at) {
    switch (*at) {
      case '"':
        in_string_ = true;
        string_.clear();
        return;
      case ':':
        key_ = key_of_string();
        number_ = 0;
        return;
      case '{':
      case '[':
        open(at);
        return;
      case ',':
        value_ends();
        return;
      case '}':
      case ']':
        value_ends();
        close(at);
        return;
      default:
        if (*at >= '0' && *at <= '9' && number_ < 100'000'000) number_ = 10 * number_ + (*at - '0');
    }
  }

  void open(const char* at) {
    keys_.push_back(key_);
    ++depth_;
    if (*at == '{' && depth_ == kDeclarationDepth) {
      keeps_ = true;
      decided_ = false;
      is_users_own_ = false;
      part_.clear();
      kept_from_ = at;
      before_ = position_;
    }
    if (depth_ == kDeclarationDepth + 1 && key_ == Key::Location) in_loc_ = true;
    key_ = Key::None;
    string_.clear();
  }

  void value_ends() {
    if (key_ == Key::None) return;
    if (!keys_.empty() && keys_.back() != Key::IncludedFrom) {
      if (key_ == Key::File) position_.file = text();
      if (key_ == Key::Line) position_.line = number_;
      if (key_ == Key::Column && in_loc_) is_users_own_ |= users_name(position_.file).has_value();
    }
    const bool names = key_ == Key::ReferencedMember || (key_ == Key::Id && !keys_.empty() && keys_.back() == Key::Referenced);
    if (names && decided_ && !is_users_own_) named_by_library.insert(number_of(string_));
    // A declaration's own id comes before its name, and no other one in between.
    if (key_ == Key::Id) last_id_ = string_;
    if (key_ == Key::Mangled && decided_ && !is_users_own_) scopes.try_emplace(number_of(last_id_), scope_of(string_));
    key_ = Key::None;
  }

  void close(const char* at) {
    if (depth_ == 0) {
      failed = true;
      return;
    }
    --depth_;
    keys_.pop_back();
    if (depth_ == kDeclarationDepth && in_loc_) {
      in_loc_ = false;
      decided_ = true;
      if (!is_users_own_) drop();
    }
    if (*at == '}' && depth_ == kDeclarationDepth - 1) {
      if (keeps_ && decided_) {
        part_.append(kept_from_, at + 1);
        parse();
      }
      drop();
    }
    if (depth_ == 0) ended = true;
  }

  // The string as it is meant: a quote in a file's name is escaped.
  std::string text() const {
    if (string_.find('\\') == std::string::npos) return string_;
    const Json meant = Json::parse('"' + string_ + '"', nullptr, false);
    return meant.is_string() ? meant.get<std::string>() : string_;
  }

  void drop() {
    keeps_ = false;
    part_.clear();
  }

  void parse() {
    Position position = before_;
    const auto named = [this](const std::string& file) { return users_name(file).value_or(file); };
    HostAstHandler handler(position, named, declared, count_);
    if (!Json::sax_parse(part_, &handler)) {
      failed = true;
      return;
    }
    if (auto node = handler.take()) declarations.push_back(std::move(node));
  }

  const std::optional<std::string>& users_name(const std::string& file) {
    const auto [it, fresh] = files_.try_emplace(file);
    if (fresh) it->second = users_file_(file);
    return it->second;
  }

  UsersFile users_file_;
  std::map<std::string, std::optional<std::string>> files_;
  Position position_, before_;
  std::size_t depth_ = 0, count_ = 0;
  std::vector<Key> keys_;  // of the objects and arrays that are open
  bool in_string_ = false, escaped_ = false, keeps_ = false, decided_ = false, in_loc_ = false, is_users_own_ = false;
  std::string string_, part_, last_id_;
  const char* kept_from_ = nullptr;  // where `part_` goes on in this part of the text
  Key key_ = Key::None;
  int number_ = 0;
};

HostAst::HostAst(UsersFile users_file) : reader_(std::make_unique<Reader>(std::move(users_file))) {}
HostAst::~HostAst() = default;
HostAst::HostAst(HostAst&&) noexcept = default;

bool HostAst::feed(std::string_view text) { return reader_->feed(text); }
bool HostAst::complete() const { return reader_->ended && !reader_->failed; }

const std::vector<std::unique_ptr<AstNode>>& HostAst::declarations() const { return reader_->declarations; }

const AstNode* HostAst::find(const std::string& id) const {
  const auto it = reader_->declared.by_id.find(id);
  return it == reader_->declared.by_id.end() ? nullptr : it->second;
}

const AstNode* HostAst::find_definition(const std::string& mangled) const {
  const auto it = reader_->declared.definitions.find(mangled);
  return it == reader_->declared.definitions.end() ? nullptr : it->second;
}

std::vector<const AstNode*> HostAst::declarations_of(const AstNode& declared) const {
  const auto ids = declared.mangled.empty() ? reader_->declared.ids.end() : reader_->declared.ids.find(declared.mangled);
  if (ids == reader_->declared.ids.end()) return {&declared};
  std::vector<const AstNode*> out;
  for (const std::string& id : ids->second) out.push_back(find(id));
  return out;
}

HostAst::Scope HostAst::library_scope(const std::string& id) const {
  const auto it = reader_->scopes.find(number_of(id));
  return it == reader_->scopes.end() ? Scope::Unknown : it->second;
}

std::map<const AstNode*, bool>& HostAst::known_to_return() const { return reader_->known_to_return; }

bool HostAst::is_named_by_library(const AstNode& function) const {
  const auto is_named = [&](const std::string& id) { return reader_->named_by_library.contains(number_of(id)); };
  const auto ids = reader_->declared.ids.find(function.mangled);
  return is_named(function.id) || (ids != reader_->declared.ids.end() && std::any_of(ids->second.begin(), ids->second.end(), is_named));
}

}  // namespace warpproof
