// The files of the page of `gnomon view`.
#pragma once
#include "embedded_text.h"

struct embedded_text page_index(void);
struct embedded_text page_view(void);
struct embedded_text page_main(void);
struct embedded_text page_session(void);
struct embedded_text page_camera(void);
struct embedded_text page_ink(void);
struct embedded_text page_backdrop(void);
struct embedded_text page_scenery(void);
struct embedded_text page_instruments(void);
struct embedded_text page_plan(void);
struct embedded_text page_panel(void);
struct embedded_text page_awake(void);
struct embedded_text page_words(void);
struct embedded_text page_picture(void);
struct embedded_text page_glasses(void);
struct embedded_text page_glasses_style(void);
struct embedded_text page_glasses_script(void);
struct embedded_text page_code(void);
struct embedded_text page_code_style(void);
struct embedded_text page_code_script(void);
