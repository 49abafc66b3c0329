"""Tests of the mathematics: advantages, rewards and losses."""

import unittest

import torch

import advantage
import loss
import net as nets
from device import Device
from forks import ForkBuffer


class Advantages(unittest.TestCase):
    def slow(self, value, info, is_pause, reward, gae_lambda, turn_lambda, row):
        """The advantages of one game, player by player."""
        steps, found = len(value) - 1, {}
        for step in range(steps):
            viewer = int(info[step, row, 0])

            def follow(after):
                """The return of the viewer from a step on, and the value and kind of their next observation."""
                for later in range(after, steps + 1):
                    if info[later, row, 2] == 1:
                        result = float(reward[later - 1, row, viewer])
                        return result, result, False
                    players = int(info[later, row, 3])
                    if later == steps:
                        last = float(value[later, row, (viewer - int(info[later, row, 0])) % players])
                        return last, last, False
                    if int(info[later, row, 0]) == viewer:
                        result, next_value, next_is_pause = follow(later + 1)
                        lambda_ = turn_lambda if next_is_pause else gae_lambda
                        own = (1 - lambda_) * next_value + lambda_ * result
                        return own, float(value[later, row, 0]), bool(is_pause[later, row])

            result, next_value, next_is_pause = follow(step + 1)
            lambda_ = turn_lambda if next_is_pause else gae_lambda
            found[step] = (1 - lambda_) * next_value + lambda_ * result - float(value[step, row, 0])
        return found

    def test_estimates_agree_with_their_definition(self):
        torch.manual_seed(5)
        steps, rows, seats = 12, 40, nets.SEATS
        players = torch.randint(2, seats + 1, (rows,)).expand(steps + 1, rows)
        info = torch.zeros((steps + 1, rows, 5), dtype=torch.long)
        info[..., 0] = (torch.rand(steps + 1, rows) * players).long()
        info[..., 2], info[..., 3], info[..., 4] = torch.rand(steps + 1, rows) < 0.1, players, players
        money = torch.randint(1, 5, (steps, rows, seats)) * 1000
        value = nets.seat_logits(torch.randn((steps + 1) * rows, seats), players.reshape(-1)).softmax(1)
        value = value.view(steps + 1, rows, seats)
        is_pause = torch.rand(steps + 1, rows, 1) < 0.3
        _, reward = advantage.outcomes(money, info[1:, :, 4:5], 0.4, 5.0)
        self.assertTrue(torch.allclose(reward.sum(-1), torch.ones(steps, rows)))
        for lambdas in ((0.9, 0.6), (0.87, 1.0), (0.0, 0.0)):
            fast, target = advantage.estimate(value, info, is_pause, reward, *lambdas)
            self.assertTrue(torch.allclose(target.sum(-1), torch.ones(steps, rows), atol=1e-5))
            for row in range(rows):
                for step, slow in self.slow(value, info, is_pause, reward, *lambdas, row).items():
                    self.assertAlmostEqual(float(fast[step, row]), slow, places=5)

    def test_a_turn_lambda_of_1_ignores_pauses(self):
        # One player decides, pauses, and decides again: the pause's value does not count.
        info = torch.tensor([[0, 0, 0, 2, 2]] * 4).unsqueeze(1)
        value = torch.tensor([[0.5, 0.5], [0.9, 0.1], [0.4, 0.6], [0.7, 0.3]])
        value = torch.cat([value, torch.zeros(4, 4)], 1).unsqueeze(1)
        is_pause = torch.tensor([False, True, False, False])[:, None, None]
        found, _ = advantage.estimate(value, info, is_pause, torch.zeros(3, 1, 6), 0.8, 1.0)
        self.assertAlmostEqual(float(found[0, 0]), 0.2 * 0.4 + 0.8 * 0.7 - 0.5, places=5)

    def test_a_shared_win_is_shared(self):
        money = torch.tensor([[3000, 3000, 1000, 0, 0, 0]])
        win, reward = advantage.outcomes(money, torch.tensor([[3]]), 0.0, 1.0)
        self.assertEqual(win.tolist(), [[0.5, 0.5, 0, 0, 0, 0]])
        self.assertTrue(torch.allclose(reward, torch.tensor([[3, 3, 1, 0, 0, 0]]) / 7))


class Losses(unittest.TestCase):
    def test_a_student_that_agrees_has_no_loss(self):
        one, other = (torch.randn(4, 5).log_softmax(1) for _ in range(2))
        self.assertAlmostEqual(float(loss.distillation((one, other), (one, other))), 0, places=5)
        self.assertGreater(float(loss.distillation((one,), (other,))), 0)

    def test_ppo_does_not_reward_moving_past_the_clip(self):
        policy = torch.tensor([[0.9, 0.1]]).log().requires_grad_()
        win = torch.zeros(1, nets.SEATS)
        batch = dict(
            action=torch.tensor([0]),
            log_prob=torch.tensor([0.5]).log(),
            advantage=torch.tensor([1.0]),
            target=torch.zeros(1, nets.SEATS),
        )
        total, parts = loss.ppo(policy, win, batch, 0.2, 0.0)
        total.backward()
        self.assertAlmostEqual(float(total.detach()), -1.2, places=5)
        self.assertEqual((float(policy.grad.abs().sum()), float(parts[3])), (0, 1))

    def test_fork_advantages_are_relative_to_their_decision(self):
        buffer = ForkBuffer(2, Device("cpu", False))
        buffer.count = 2
        buffer.fields["advantage"].copy_(torch.tensor([[0.5, 0.4, 0.9], [0.2, 0.2, 0.2]]))
        buffer.fields["is_compared"].copy_(torch.tensor([[True, True, False], [True, True, True]]))
        self.assertAlmostEqual(buffer.normalise(), 0.025)
        found = buffer.fields["advantage"]
        self.assertTrue(found[0, 0] > 0 > found[0, 1] and found[0, 2] == 0)
        self.assertFalse(found[1].abs().gt(1e-6).any())


if __name__ == "__main__":
    unittest.main()
