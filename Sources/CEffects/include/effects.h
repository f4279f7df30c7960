// The effects of the parameters' values, as text.
#pragma once
#include "embedded_text.h"

struct embedded_text parameter_effects(void);
