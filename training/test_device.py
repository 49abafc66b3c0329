"""Tests of the precision on different devices."""

import unittest
import unittest.mock
from pathlib import Path

import torch

import device as devices
import net as nets
from test_settings import SMALL


class Precision(unittest.TestCase):
    def test_precision_follows_the_setting_and_the_cpu(self):
        for precision, is_fast, version, expected in (
            ("auto", True, "2.4.1", True),
            ("auto", True, "1.13.0a0", False),
            ("auto", False, "2.4.1", False),
            ("bf16", False, "2.4.1", True),
            ("float32", True, "2.4.1", False),
        ):
            with unittest.mock.patch("device.has_fast_bf16", lambda: is_fast):
                with unittest.mock.patch("torch.cuda.is_available", lambda: False):
                    with unittest.mock.patch("torch.__version__", version):
                        self.assertEqual(devices.choose(precision), devices.Device("cpu", expected))
        with unittest.mock.patch("torch.__version__", "1.13.0a0"), self.assertRaisesRegex(ValueError, "needs PyTorch 2"):
            devices.choose("bf16")

    def test_bf16_is_known_by_the_flags_of_the_cpu(self):
        for text, expected in (
            ("flags\t\t: fpu avx512f avx512_bf16 gfni\n", True),
            ("Features\t: fp asimd bf16\n", True),
            ("model name : x\nflags : fpu avx2\n", False),
            ("", False),
        ):
            with unittest.mock.patch.object(Path, "read_text", lambda _: text):
                self.assertEqual(devices.has_fast_bf16(), expected)
        with unittest.mock.patch.object(Path, "read_text", side_effect=FileNotFoundError):
            self.assertFalse(devices.has_fast_bf16())

    @unittest.skipUnless(devices.has_cpu_autocast(), "PyTorch 1 runs our networks on the CPU in float32")
    def test_bf16_outputs_are_close(self):
        torch.manual_seed(1)
        net = nets.network(nets.read(SMALL))
        numbers, board = torch.rand(64, 1048).bfloat16(), torch.randint(0, 12, (64, 108)).to(torch.uint8)
        with torch.no_grad(), devices.Device("cpu", True).autocast():
            logits, value = net(numbers, board)
        with torch.no_grad():
            exact, exact_value = net(numbers, board)
        self.assertEqual((logits.dtype, value.dtype), (torch.float32, torch.float32))
        self.assertLess(float((logits.softmax(1) - exact.softmax(1)).abs().mean()), 0.01)
        self.assertLess(float((value - exact_value).abs().mean()), 0.2)


if __name__ == "__main__":
    unittest.main()
