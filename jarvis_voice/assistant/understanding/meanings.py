"""Names of the meanings that planners and rules know. Pure.

A meaning is what a sentence asks for: an intent of the sentence files. By convention the intent of
a tool's own sentences has the name that the tool was shipped with; which tool fulfils a meaning is
said by the tool alone (`Tool.fulfils`), so that a tool may have another name.
"""

from __future__ import annotations

OPEN_WEBSITE = "open_website"
OPEN_APP = "open_app"
SEARCH = "search"
RESEARCH = "research"
WIKIPEDIA = "wikipedia"
READ_PAGE = "read_page"
CALCULATE = "calculate"
CONVERT = "convert"
WEATHER = "weather"
GET_TIME = "get_time"
COUNT_DAYS = "count_days"
DRAW_LOTS = "draw_lots"
SET_TIMER = "set_timer"
TELL_JOKE = "tell_joke"
DEFINE_WORD = "define_word"
SPELL = "spell"
TELL_BRIEFING = "tell_briefing"
ADD_NOTE = "add_note"
REMEMBER = "remember"
RECALL = "recall"
FORGET = "forget"
START_CONVERSATION = "start_conversation"
CLIPBOARD = "clipboard"
VOLUME = "volume"
MEDIA = "media"
ADJUST_SPEECH = "adjust_speech"
TAKE_SCREENSHOT = "take_screenshot"
LOOK_AT_SCREEN = "look_at_screen"
LOOK_AT_PICTURE = "look_at_picture"
