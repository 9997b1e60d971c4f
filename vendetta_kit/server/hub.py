"""The kit's server as one of many behind JupyterHub: who may come in is the hub's to say.

JupyterHub starts a server for each learner and tells it by environment variables where to listen and which path is
its own. The pages and kernels are those of ``vendetta learn``; hub/jupyterhub_config.py asks for them.
"""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import urlsplit

from jupyter_server.utils import url_path_join
from jupyterhub.singleuser.extension import JupyterHubAuthorizer, JupyterHubIdentityProvider

__all__ = ["HubIdentity", "place", "settle"]

_Identity: Any = JupyterHubIdentityProvider


def place() -> tuple[str, int, str] | None:
    """Address, port and path that the hub has given to this server; ``None`` if no hub has started it."""
    address = urlsplit(os.environ.get("JUPYTERHUB_SERVICE_URL", ""))
    if not address.hostname or not address.port or "JUPYTERHUB_API_TOKEN" not in os.environ:
        return None
    return address.hostname, address.port, os.environ.get("JUPYTERHUB_SERVICE_PREFIX", "/")


class HubIdentity(_Identity):  # type: ignore[misc]
    """Who a visitor is, as the hub knows; Voilà wants its addresses whole."""

    def get_handlers(self) -> list[Any]:
        prefix = self.parent.base_url
        return [(url_path_join(prefix, pattern), *rest) for pattern, *rest in super().get_handlers()]


def settle(config: Any) -> None:
    """Tell a Voilà server that it stands behind a hub."""
    config.Voila.auto_token = True  # the hub's own; Voilà would set an empty one
    config.Voila.identity_provider_class = HubIdentity
    config.Voila.authorizer_class = JupyterHubAuthorizer
    config.WarmKernels.named = True
