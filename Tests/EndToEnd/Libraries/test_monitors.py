"""`vicinity monitors run` starts the program that has an event; programs ask, and the person answers."""

import contextlib
import os
import pathlib
import pty
import signal
import sqlite3
import subprocess

import pytest

from debug_build import BUILT_WITHIN_SECONDS
from demo_server import PROGRAM
from radio_command import RadioCommand
from test_packages import build_package
from virtual_radio import VirtualRadio
from waiting import wait_until

DOOR = ["--uuid", "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3", "--major", "1", "--minor", "1"]

pytestmark = pytest.mark.timeout(BUILT_WITHIN_SECONDS + 300)


@pytest.fixture(scope="module")
def doorbell(tmp_path_factory):
    return build_package(tmp_path_factory.mktemp("package") / "Doorbell", "LocationCompatibility")


@pytest.fixture
def radio():
    with VirtualRadio() as radio:
        yield radio


class Person:
    """A person with a home of their own: their programs, their service, and their answers."""

    def __init__(self, home, program, adapter):
        self.home, self.program = home, program
        self.environment = {"HOME": str(home), "PATH": os.environ["PATH"], "VICINITY_ADAPTER": adapter}

    def vicinity(self, *arguments):
        ended = subprocess.run(
            [PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=60, env=self.environment)
        assert ended.returncode == 0, ended
        return ended.stdout

    def monitors(self):
        return self.vicinity("monitors", "list")

    @contextlib.contextmanager
    def service(self, adapter):
        """Runs the service, and kills at the end what it has started, which holds its output."""
        with RadioCommand("monitors", "run", "--adapter", adapter, environment=self.environment) as service:
            yield service
            service.process.terminate()
            service.process.wait(60)
            self.end_programs()

    @contextlib.contextmanager
    def run(self, *arguments):
        """Runs the program in the foreground, without a terminal, and kills it at the end."""
        process = subprocess.Popen(
            [self.program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=self.environment,
            start_new_session=True)
        try:
            yield process
        finally:
            process.kill()
            process.wait()
            process.stdout.close()

    def running(self):
        """The processes of the program."""
        found = []
        for folder in pathlib.Path("/proc").iterdir():
            with contextlib.suppress(OSError, ValueError):
                if os.readlink(folder / "exe") == str(self.program):
                    found.append(int(folder.name))
        return found

    def end_programs(self):
        """Kills what the service has started; only this test has a program of this path and home."""
        for process in self.running():
            with contextlib.suppress(OSError):
                if f"HOME={self.home}".encode() in pathlib.Path(f"/proc/{process}/environ").read_bytes().split(b"\0"):
                    os.kill(process, signal.SIGKILL)


@pytest.fixture
def person(tmp_path, doorbell, radio):
    program = tmp_path / "Doorbell"
    program.write_bytes(doorbell.read_bytes())
    program.chmod(0o755)
    person = Person(tmp_path / "home", program, radio.controller().adapter)
    person.home.mkdir()
    yield person
    person.end_programs()


def register(person):
    """The person allows the program, which then runs until it is registered and has added its condition.

    It is registered as soon as its monitor is open. Killed before it has added the condition, it would never have an event.
    """
    person.vicinity("permissions", "allow", person.program)
    with person.run():
        wait_until(lambda: "Doorbell" in person.monitors())
        wait_until(lambda: conditions(person) == ["door"])


def conditions(person):
    """The conditions in the store of the program's monitor."""
    (store,) = person.home.glob(".local/state/Doorbell-*/monitors/Doorbell.monitor")
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
        return [identifier for (identifier,) in connection.execute("SELECT identifier FROM conditions")]


def events(service):
    return [line for line in service.lines if line.startswith("door is")]


def test_l70_l71_an_event_starts_the_program_which_opens_its_monitor_again_and_gets_it(person, radio):
    register(person)
    watching = radio.controller()
    with person.service(watching.adapter) as service:
        service.wait_for_error(f"Listening with {watching.adapter}")
        wait_until(lambda: "Doorbell  watched  always" in person.monitors(), person.monitors)
        assert person.running() == []
        with RadioCommand("advertise", "--adapter", radio.controller().adapter, *DOOR):
            wait_until(lambda: events(service), lambda: f"{service.lines} {service.errors}")
            assert events(service)[0].startswith("door is satisfied at ")
            # The program ends, and the service watches again beside the same beacon: nothing is new.
            person.end_programs()
            wait_until(lambda: "Doorbell  watched  always" in person.monitors(), person.monitors)
            # A program that is started by hand gets the monitor from the service.
            with person.run():
                wait_until(lambda: "Doorbell  not watched" in person.monitors(), person.monitors)
        assert len(events(service)) == 1, service.lines


def test_an_event_outlives_the_service_and_a_program_that_cannot_be_started(person, radio):
    register(person)
    watching = radio.controller()
    # Others may write it: it is not started.
    person.program.chmod(0o777)
    with person.service(watching.adapter) as service:
        service.wait_for_error(f"Listening with {watching.adapter}")
        wait_until(lambda: "Doorbell  watched  always" in person.monitors(), person.monitors)
        with RadioCommand("advertise", "--adapter", radio.controller().adapter, *DOOR):
            service.wait_for_error("only its owner may write it")
        service.stop(signal.SIGKILL)
        assert (person.running(), events(service)) == ([], [])
    person.program.chmod(0o755)
    with person.service(watching.adapter) as service:
        wait_until(lambda: events(service), lambda: f"{service.lines} {service.errors}")
        assert events(service)[0].startswith("door is satisfied at ")


def test_ld9_a_program_that_is_killed_before_it_has_handled_its_event_gets_it_again(person, radio):
    register(person)
    watching = radio.controller()
    with person.service(watching.adapter) as service:
        service.wait_for_error(f"Listening with {watching.adapter}")
        wait_until(lambda: "Doorbell  watched  always" in person.monitors(), person.monitors)
        # Killed as soon as it is there, whether or not it has the event by then.
        with RadioCommand("advertise", "--adapter", radio.controller().adapter, *DOOR):
            wait_until(person.running)
            person.end_programs()
            wait_until(lambda: events(service), lambda: f"{service.lines} {service.errors}")
            assert len(set(events(service))) == 1


def test_a_forbidden_program_is_not_watched_and_a_forgotten_one_is_not_registered(person, radio):
    register(person)
    watching = radio.controller()
    with person.service(watching.adapter) as service:
        service.wait_for_error(f"Listening with {watching.adapter}")
        wait_until(lambda: "Doorbell  watched  always" in person.monitors(), person.monitors)
        person.vicinity("permissions", "deny", person.program)
        wait_until(lambda: "Doorbell  not watched  never" in person.monitors(), person.monitors)
        person.vicinity("permissions", "allow", person.program)
        wait_until(lambda: "Doorbell  watched  always" in person.monitors(), person.monitors)
        state = person.home / ".local" / "state" / "vicinity" / "background-programs"
        assert state.stat().st_mode & 0o777 == 0o600
        person.vicinity("permissions", "forget", person.program)
        assert person.monitors() == "No program is registered.\n"


def test_a_program_that_is_missing_stays_registered_and_is_started_when_it_is_there_again(person, radio):
    register(person)
    watching = radio.controller()
    elsewhere = person.program.with_name("Elsewhere")
    with person.service(watching.adapter) as service:
        service.wait_for_error(f"Listening with {watching.adapter}")
        wait_until(lambda: "Doorbell  watched  always" in person.monitors(), person.monitors)
        person.program.rename(elsewhere)
        assert f"Doorbell  watched  always  {person.program}; the program is missing\n" == person.monitors()
        with RadioCommand("advertise", "--adapter", radio.controller().adapter, *DOOR):
            service.wait_for_error(f"{person.program} is missing. It is started when it is there again.")
            assert events(service) == []
            elsewhere.rename(person.program)
            wait_until(lambda: events(service), lambda: f"{service.lines} {service.errors}")
            assert events(service)[0].startswith("door is satisfied at ")


def test_a_program_without_a_terminal_waits_until_the_person_answers(person):
    with person.run():
        wait_until(lambda: person.vicinity("permissions", "list") == f"asks  {person.program}\n")
        assert person.monitors() == "No program is registered.\n"
        person.vicinity("permissions", "allow", person.program)
        wait_until(lambda: "Doorbell" in person.monitors())
    person.vicinity("permissions", "forget", person.program)
    assert person.vicinity("permissions", "list") == "No program has asked.\n"


def test_a_program_asks_in_its_terminal_and_the_answer_is_remembered(person):
    process, terminal = pty.fork()
    if process == 0:
        os.execve(person.program, [str(person.program)], person.environment)
    text = b""
    while b"never]" not in text:
        text += os.read(terminal, 1000)
    assert f"{person.program} asks: May it always use your location?".encode() in text
    os.write(terminal, b"maybe\n")
    while b"Please type one of the letters" not in text:
        text += os.read(terminal, 1000)
    os.write(terminal, b"a\n")
    wait_until(lambda: person.vicinity("permissions", "list") == f"always  {person.program}\n")
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    os.close(terminal)
    with person.run():
        wait_until(lambda: "Doorbell  not watched  always" in person.monitors())
