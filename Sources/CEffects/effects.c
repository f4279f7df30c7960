#include "effects.h"

EMBEDDED_TEXT(parameter_effects, "effects.txt")

// Listed for the build tool, as EMBEDDED_TEXT says.
#if !__has_include("effects.txt")
#endif
