"""How people look at the pages: windows, languages, and the fonts of their machines."""

from pseudo_locale import PSEUDO_LOCALE

PHONE = {"width": 390, "height": 844}
TABLET = {"width": 1024, "height": 768}
LOCALES = {"en": "en-GB", "ja": "ja-JP", "de": "de-DE", "es": "es-UY", "ar": "ar-EG", "ko": "ko-KR", PSEUDO_LOCALE: "en-GB"}
