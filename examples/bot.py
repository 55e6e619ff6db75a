#!/usr/bin/env python3
"""A player for Banmen in Python's standard library: it takes a seat through the API and plays to the end.

    python3 examples/bot.py http://127.0.0.1:8080 --invite PASS     take the seat of an invitation or a code
    python3 examples/bot.py http://127.0.0.1:8080 --join TABLE      take an open seat of a table in the lobby
    python3 examples/bot.py http://127.0.0.1:8080 --game konane     set up a table in the lobby and wait there

Everything that it uses is described at /api/docs. It plays any legal move; `choose` is the place for something better.
"""

import argparse
import hashlib
import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.request

PATIENCE = 30  # seconds for an answer; the stream of events sends a sign of life every 15


class Refused(Exception):
    """The server's answer to a request that it did not carry out: a problem as in RFC 9457."""

    def __init__(self, status, problem):
        super().__init__(f"{status} {problem.get('code')}: {problem.get('detail')}")
        self.status, self.code = status, problem.get("code")


class Banmen:
    """The server's API."""

    def __init__(self, address):
        self.address = address.rstrip("/")

    def ask(self, path, body=None):
        """The JSON answer to a request. A server that is busy or starting again is asked once more, later."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"content-type": "application/json"})
        for attempt in range(8):
            try:
                with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                problem = json.loads(error.read() or b"{}")
                if error.code not in (429, 503) or attempt == 7:
                    raise Refused(error.code, problem) from None
                time.sleep(float(error.headers.get("retry-after") or 1))
            except OSError:
                if attempt == 7:
                    raise
                time.sleep(1)

    def events(self, table, token, version):
        """What happens at a table from this version on, as server-sent events. They end when the connection does."""
        headers = {"authorization": f"Bearer {token}", "accept": "text/event-stream"}
        request = urllib.request.Request(f"{self.address}/api/tables/{table}/events?version={version}", headers=headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as stream:
            for line in stream:
                if line.startswith(b"data:"):
                    yield json.loads(line[5:])


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def legal_moves(view):
    """The moves of a view, in the game's notation. Those that only name a place are packed: a bit for each place, six to a letter."""
    columns, rows = view["grid"]["column_labels"], view["grid"]["row_labels"]
    bits = "".join(f"{LETTERS.index(letter):06b}" for letter in view.get("points", ""))
    places = [columns[at % len(columns)] + rows[at // len(columns)] for at, bit in enumerate(bits) if bit == "1"]
    return places + [move[0] for move in view.get("moves", [])]


def choose(table, dice):
    """A move of the table's position."""
    moves = legal_moves(table["view"])
    # Observing, in quantum gomoku, tells more when there are many stones.
    patient = [move for move in moves if move != "observe"] if table["events"] < 40 else moves
    return dice.choice(patient or moves)


class Player:
    """Somebody who sits at a table."""

    def __init__(self, server, created, dice):
        self.server, self.dice = server, dice
        self.table = created["table"]
        ((self.seat, self.token),) = created["tokens"].items()
        self.path = f"/api/tables/{self.table['id']}"
        self.hash, self.nonce = None, None

    def act(self, verb, **body):
        self.table = self.server.ask(f"{self.path}/{verb}", {"token": self.token, **body})

    def contribute(self):
        """Notes the hash of the seed, then adds a number to the draws that nobody else can have known; see docs/fairness.md."""
        seal = self.table["record"].get("seal")
        if seal is None or self.hash is not None:
            return
        self.hash = seal["hash"]
        nonce = secrets.token_hex(32)
        try:
            self.act("nonce", nonce=nonce)
            self.nonce = nonce
        except Refused as refused:
            if refused.code != "not-now":
                raise

    def check(self):
        """Whether the revealed seed is the one whose hash was noted, and the draws were made with this player's number."""
        seal = self.table["record"].get("seal")
        if self.hash is None:
            return True
        kept = self.nonce is None or seal.get("nonces", {}).get(self.seat) == self.nonce
        return kept and seal["hash"] == self.hash == hashlib.sha256(bytes.fromhex(seal["seed"])).hexdigest()

    def answer(self):
        """Does what the table waits for, as far as it is this player's affair."""
        for offer, by in self.table.get("offers", {}).items():
            if offer != "spent" and by != self.seat:
                self.act("offers", version=self.table["version"], offer=offer, decline=True)
        while self.table["turn"] == {"kind": "seat", "seat": self.seat}:
            self.act("moves", version=self.table["version"], move=choose(self.table, self.dice))

    def look(self):
        """Reads the table and answers it. Whoever was faster is right: then it is read again."""
        while True:
            self.table = self.server.ask(self.path)
            try:
                self.contribute()
                self.answer()
                return
            except Refused as refused:
                if refused.status != 409 and refused.code not in ("not-now", "game-over"):
                    raise
                if refused.code == "game-over":
                    return

    def play(self):
        """Plays to the end of the game."""
        self.look()
        while self.table["turn"]["kind"] != "over":
            try:
                for event in self.server.events(self.table["id"], self.token, self.table["version"]):
                    if event["kind"] in ("table", "change") and event["seq"] > self.table["version"]:
                        self.look()
                    if self.table["turn"]["kind"] == "over":
                        break
            except OSError:
                time.sleep(1)
            self.look()
        self.table = self.server.ask(self.path)


def take_seat(server, options):
    if options.invite:
        return server.ask("/api/seats", {"pass": options.invite})
    if options.join:
        return server.ask(f"/api/tables/{options.join}/join", {"name": options.name})
    seats = {"first": {"kind": "human"}, "second": {"kind": "human"}}
    asked = {"game": options.game, "seats": seats, "invite": ["first"], "listed": True, "apart": True}
    return server.ask("/api/tables", {**asked, "names": {"second": options.name}})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", help="the server's address")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--invite", metavar="PASS", help="an invitation or a code")
    where.add_argument("--join", metavar="TABLE", help="a table of the lobby")
    where.add_argument("--game", help="set up a table of this game")
    parser.add_argument("--name", default="bot.py", help="what it is called")
    parser.add_argument("--seed", type=int, help="for the same choices every time")
    options = parser.parse_args()
    server = Banmen(options.server)
    try:
        player = Player(server, take_seat(server, options), random.Random(options.seed))
        print(f"{player.seat} at {server.address}/table/{player.table['id']}", flush=True)
        player.play()
    except (Refused, OSError) as error:
        sys.exit(f"bot.py: {error}")
    outcome = player.table["turn"]["outcome"]
    print(f"over: {outcome.get('winner') or 'nobody'} wins ({outcome['reason']})")
    if not player.check():
        sys.exit("bot.py: the draws were not made as was promised")


if __name__ == "__main__":
    main()
