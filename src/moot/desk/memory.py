"""The verbs of memory: what was learnt in workshops, and what of it fits a task."""

from moot.debate import InvalidInput, argument_id
from moot.desk.callers import Caller
from moot.desk.house import AtDesk, debate_name
from moot.desk.memory_replies import EpisodePage, EpisodeTold, FailureTold, LessonPage, LessonTold
from moot.memory import Episode, Fit, Lesson
from moot.notation import clean

MOST_TOLD = 5
"""How many lessons a new workshop is told."""


class Remembering(AtDesk):
    """The part of the desk where the house remembers. Its memory is of all debates, so it is the owner's to read."""

    async def episodes(
        self,
        caller: Caller,
        *,
        agent: str | None = None,
        debate_id: str | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> EpisodePage:
        """A page of episodes, the newest first: of one agent or debate, if one is named."""
        caller.must_own()
        for name, value in (("agent", agent), ("cursor", cursor)):
            clean(value or "", name)
        debate = None if debate_id is None else debate_name(debate_id)
        page = await self._house.memory.episodes(agent=agent, debate=debate, after=cursor, limit=limit)
        return EpisodePage(episodes=tuple(map(_episode_told, page.items)), next_cursor=page.next)

    async def lessons(
        self, caller: Caller, *, task: str | None = None, cursor: str | None = None, limit: int = 50
    ) -> LessonPage:
        """The lessons that fit a task, the best first; without one, a page of all, the newest first."""
        caller.must_own()
        if task is not None:
            if cursor is not None:
                raise InvalidInput("cursor: the lessons that fit a task are one page.", suggestion="Raise the limit.")
            return LessonPage(lessons=tuple(map(_fit_told, await self.lessons_for(task, limit))))
        page = await self._house.memory.lessons(after=None if cursor is None else clean(cursor, "cursor"), limit=limit)
        return LessonPage(lessons=tuple(map(_lesson_told, page.items)), next_cursor=page.next)

    async def lessons_for(self, task: str, limit: int = MOST_TOLD) -> tuple[Fit, ...]:
        """The lessons that fit a task, the best first: for whoever opens a workshop on it."""
        return await self._house.memory.similar(clean(task, "task"), limit)


def _episode_told(episode: Episode) -> EpisodeTold:
    return EpisodeTold(
        id=episode.id,
        debate_id=episode.debate,
        seq=episode.line,
        role=episode.seat,
        thread=episode.thread,
        agent=episode.agent,
        task=episode.task,
        attempt=episode.attempt,
        attempt_id=_named(episode.debate, episode.attempt_line),
        report_id=_named(episode.debate, episode.report_line),
        failures=tuple(FailureTold(id=one.id, outcome=one.outcome, detail=one.detail) for one in episode.failures),
        passed=episode.passed,
        total=episode.total,
        root_cause=episode.root_cause,
        went_wrong=episode.went_wrong,
        to_change=episode.to_change,
        confidence=episode.confidence,
        lesson=episode.lesson or None,
        passed_later=episode.passed_later,
        created_at=episode.at,
    )


def _named(debate: str, line: int | None) -> str | None:
    return None if line is None else argument_id(debate, line)


def _fit_told(fit: Fit) -> LessonTold:
    fields = {"score": fit.score, "words": fit.words, "meaning": fit.meaning}
    return _lesson_told(fit.lesson).model_copy(update=fields)


def _lesson_told(lesson: Lesson) -> LessonTold:
    return LessonTold(
        id=lesson.id,
        text=lesson.text,
        debate_id=lesson.debate,
        argument_id=argument_id(lesson.debate, lesson.line),
        agent=lesson.agent,
        helped=lesson.helped,
        created_at=lesson.at,
        score=None,
        words=(),
        meaning=None,
    )
