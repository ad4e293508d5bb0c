"""One Hypothesis profile for all tests: the same examples everywhere, no deadline on a shared machine."""

from hypothesis import HealthCheck, Phase, settings

settings.register_profile("exact", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow],
                          phases=[Phase.explicit, Phase.generate, Phase.target, Phase.shrink])
settings.load_profile("exact")
