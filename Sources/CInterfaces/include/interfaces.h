// The socket's interface definitions, as Sources/Wire/Interfaces has them.
#pragma once
#include "embedded_text.h"

struct embedded_text interface_service(void);
struct embedded_text interface_tracking(void);
struct embedded_text interface_scene(void);
struct embedded_text interface_calibration(void);
struct embedded_text interface_control(void);
