"""Routes under /api/v1 for users and their tokens. Each needs a token that may "admin"."""

from __future__ import annotations

from collections import Counter

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from jarvis_voice.core.types import ME, SCOPES
from jarvis_voice.doors.http.answer_models import (
    ForgottenBody,
    KeptNameBody,
    KeptTokenBody,
    NewTokenBody,
    TokenList,
    UserBody,
    UserList,
)
from jarvis_voice.doors.http.context import Admin, Context
from jarvis_voice.doors.http.declared_responses import errors
from jarvis_voice.doors.people.names import scopes_asked

router = APIRouter(prefix="/api/v1")

LONGEST = 200


class UserRequest(BaseModel):
    """A user to add."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(max_length=LONGEST)


class TokenRequest(BaseModel):
    """A token to make."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(max_length=LONGEST, description="What it is for, such as annas-phone.")
    user: str = Field(default=ME, max_length=LONGEST, description="Whose it is.")
    may: str = Field(default="talk", max_length=LONGEST, description='Such as "talk,act".')


@router.get("/users", responses=errors())
async def show_users(_: Admin, context: Context) -> UserList:
    """Who uses this Jarvis; the owner first."""
    people = context.assistant.people
    counted = Counter(one.user_id for one in await people.tokens())
    found = [(ME, ""), *((one.user_id, one.added_at) for one in await people.users())]
    users = [UserBody(user=name, added_at=at, tokens=counted[name]) for name, at in found]
    return UserList(users=users)


@router.post("/users", responses=errors(has_body=True))
async def add_user(asked: UserRequest, _: Admin, context: Context) -> UserBody:
    """Add a user."""
    user = await context.operations.people.add_user(asked.name)
    return UserBody(user=user, added_at=context.now().isoformat(timespec="seconds"), tokens=0)


@router.delete("/users/{name}", responses=errors(400, 404))
async def remove_user(name: str, _: Admin, context: Context) -> ForgottenBody:
    """Remove a user with all that is theirs, for good."""
    forgotten = await context.operations.people.remove_user(name)
    return ForgottenBody(turns=forgotten.turns, others=forgotten.others)


@router.get("/tokens", responses=errors())
async def show_tokens(_: Admin, context: Context) -> TokenList:
    """The tokens of all users, without their secrets."""
    return TokenList(
        tokens=[
            KeptTokenBody(
                name=one.name,
                user=one.user_id,
                may=[scope for scope in SCOPES if scope in one.may],
                created_at=one.created_at,
                last_used_at=one.last_used_at,
            )
            for one in await context.assistant.people.tokens()
        ]
    )


@router.post("/tokens", responses=errors(404, has_body=True))
async def add_token(asked: TokenRequest, _: Admin, context: Context) -> NewTokenBody:
    """Make a token. It is in this answer alone: nobody can show it again."""
    may = scopes_asked(asked.may)
    return NewTokenBody(
        token=await context.operations.people.add_token(asked.name, asked.user, may)
    )


@router.delete("/tokens/{name}", responses=errors(400, 404))
async def remove_token(name: str, _: Admin, context: Context) -> KeptNameBody:
    """Remove a token: it opens nothing any more."""
    return KeptNameBody(name=await context.operations.people.remove_token(name))
