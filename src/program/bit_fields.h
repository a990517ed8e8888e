// Assignments to bit-fields, by the text of a function.
//
// A compiler sets a bit-field by loading the word around it, replacing the field's bits and storing the word
// back. Where no field of a private object was set before, that load reads what was never written, though
// the source reads nothing: the other fields' bits may be anything, and are no error there.
#pragma once

#include "src/program/program.h"

namespace warpproof {

// Sets Modifiers::sets_field of such loads: all that is done with the word is to mask it, to combine it with
// other bits, and to store that where it came from, in one block.
void mark_field_assignments(Program& program);

}  // namespace warpproof
