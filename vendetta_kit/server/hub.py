"""The kit's server as one of many behind JupyterHub, which decides about access.

JupyterHub starts a server for each learner and passes address and path in environment variables. The pages and kernels
are those of ``vendetta learn``; hub/jupyterhub_config.py sets them up.
"""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import urlsplit

from jupyter_server.utils import url_path_join
from jupyterhub.singleuser.extension import JupyterHubAuthorizer, JupyterHubIdentityProvider

_Identity: Any = JupyterHubIdentityProvider


def hub_address() -> tuple[str, int, str] | None:
    """Return address, port and path that the hub has given to this server; ``None`` if no hub has started it."""
    address = urlsplit(os.environ.get("JUPYTERHUB_SERVICE_URL", ""))
    if not address.hostname or not address.port or "JUPYTERHUB_API_TOKEN" not in os.environ:
        return None
    return address.hostname, address.port, os.environ.get("JUPYTERHUB_SERVICE_PREFIX", "/")


class HubIdentity(_Identity):  # type: ignore[misc]
    """Identifies visitors through the hub, with full paths for its addresses, as Voilà needs them."""

    def get_handlers(self) -> list[Any]:
        prefix = self.parent.base_url
        return [(url_path_join(prefix, pattern), *rest) for pattern, *rest in super().get_handlers()]


def configure_for_hub(config: Any) -> None:
    """Set the options of a Voilà server that runs behind a hub."""
    config.Voila.auto_token = True  # use the hub's token; Voilà would set an empty one
    config.Voila.identity_provider_class = HubIdentity
    config.Voila.authorizer_class = JupyterHubAuthorizer
    config.WarmKernels.named = True
