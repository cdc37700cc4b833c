"""Reads settings from the environment's variables, but for those that no variable can hold."""

from __future__ import annotations

from typing import Any

from pydantic.fields import FieldInfo
from pydantic_settings import EnvSettingsSource

NOT_IN_ENVIRONMENT = frozenset({"models", "model_keys"})
"""JARVIS_MODELS names a folder; keys come in by their own names."""


class SettingVariables(EnvSettingsSource):
    """The environment as a source of settings."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """The value of a field, as the library asks for it."""
        if field_name in NOT_IN_ENVIRONMENT:
            return None, field_name, False
        return super().get_field_value(field, field_name)

    def prepare_field_value(
        self,
        field_name: str,
        field: FieldInfo,
        value: Any,
        value_is_complex: bool,  # noqa: FBT001 - the library's signature
    ) -> Any:
        """The same with what further variables say of its parts."""
        if field_name in NOT_IN_ENVIRONMENT:
            return None
        return super().prepare_field_value(field_name, field, value, value_is_complex)
