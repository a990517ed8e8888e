// What a buffer is declared to hold.
//
// Over the reals, words are compared as numbers where floating-point instructions make or use them. That is sound of
// words that somebody reads as such numbers. A buffer of integers is read by its bits: a word that is moved there is
// compared bit by bit, though an instruction elsewhere uses it as a float, and so is one whose sign bit was turned, as
// nothing tells a negation from an integer instruction then. What floating-point instructions computed is compared as a
// number there, too, which is a listed assumption: kernels keep packed halves and bits of floats in such buffers.
#pragma once

#include <cstdint>
#include <string>

#include "checker/equivalence/equivalence.h"
#include "checker/equivalence/matching.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

enum class Elements { Floats, Integers, Open };

// Of a type as C++ writes it: "float const*", "unsigned int*".
Elements elements_of_pointer(const std::string& type);

// Of an allocation by its shared number, as both sides declare it: Integers where one says so and neither says that it
// holds floats; Floats where both do.
Elements elements_of(const Side& a, const Side& b, const Matching& matching, std::uint32_t allocation);

// Is the word a number in such a buffer: made by floating-point instructions, or chosen or put together from what they
// made? Choices of a few parts only.
bool is_computed_number(const TermGraph& graph, Term t);

// The assumption that words there are numbers.
std::string numbers_in(const std::string& buffer);

}  // namespace warpproof::equivalence
