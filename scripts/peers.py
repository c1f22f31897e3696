"""How many moves a second a peer plays: what `scripts/bench engine` compares with.

    peers.py openspiel GAME SECONDS     complete random games by evaluate_bots, with the library's own random bots
    peers.py rlcard GAME SECONDS        the game's own step, of random legal actions

Counted are all actions of a game's history, those of chance among them; time is the processor's.
"""

import random
import sys
import time


def openspiel(name, seconds):
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, 17 + player) for player in range(game.num_players())]
    steps = games = spent = 0
    while spent < seconds:
        state = game.new_initial_state()
        start = time.process_time()
        pyspiel.evaluate_bots(state, bots, games)
        spent += time.process_time() - start
        steps += len(state.full_history())
        games += 1
    return steps / spent


def rlcard(name, seconds):
    import rlcard as library

    game = library.make(name).game
    chance = random.Random(5)
    steps = spent = 0
    while spent < seconds:
        game.init_game()
        while not game.is_over():
            legal = game.get_legal_actions() if name == "uno" else game.state["actions"]
            action = chance.choice(list(legal))
            start = time.process_time()
            game.step(action)
            spent += time.process_time() - start
            steps += 1
    return steps / spent


if __name__ == "__main__":
    library, name, seconds = sys.argv[1:]
    print(f"{ {'openspiel': openspiel, 'rlcard': rlcard}[library](name, float(seconds)):.0f}")
