"""JupyterHub for a class that is too large for one server: every learner has a server of her own, with the kit's pages.

    VENDETTA_CLASS_PASSWORD=… jupyterhub -f hub/jupyterhub_config.py        (docs/ways-in.md tells what it needs)

Learners type any name, the class's password and a PIN, which they choose at their first visit. All servers run as the
user that started the hub, which suits pages that run nothing but the kit; who wants accounts and containers changes
authenticator and spawner, and keeps the rest.
"""

import os
import shutil
import sys
from pathlib import Path

c = get_config()  # noqa: F821  JupyterHub gives it

HERE = Path(__file__).resolve().parent
STATE = Path(os.environ.get("VENDETTA_HUB_STATE", HERE.parent / "build" / "hub-state")).resolve()
STATE.mkdir(parents=True, exist_ok=True)
PORT = int(os.environ.get("VENDETTA_HUB_PORT", "8000"))
MOST = int(os.environ.get("VENDETTA_HUB_LEARNERS", "60"))
PASSWORD = os.environ.get("VENDETTA_CLASS_PASSWORD", "")
if len(PASSWORD) < 8:
    sys.exit(
        "vendetta-kit: VENDETTA_CLASS_PASSWORD is too short: expected at least 8 characters, which the class is told"
    )

# Where: this machine only. A class needs an address of the network, and https in front of it.
c.JupyterHub.bind_url = f"http://{os.environ.get('VENDETTA_HUB_IP', '127.0.0.1')}:{PORT}/"
c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{PORT + 1}"
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{PORT + 2}"
PROXY = shutil.which(os.environ.get("VENDETTA_HUB_PROXY", "configurable-http-proxy"))
if PROXY is None:
    sys.exit("vendetta-kit: configurable-http-proxy is missing: install it with npm, or name it in VENDETTA_HUB_PROXY")
c.ConfigurableHTTPProxy.command = [PROXY]
c.ConfigurableHTTPProxy.pid_file = str(STATE / "proxy.pid")
c.JupyterHub.cookie_secret_file = str(STATE / "cookie_secret")
c.JupyterHub.db_url = f"sqlite:///{STATE / 'hub.sqlite'}"

# Who: everybody who knows the class's password, under a name of her own, which her PIN keeps for her.
c.JupyterHub.authenticator_class = "vendetta_kit.server.hub_login.ClassAuthenticator"
c.ClassAuthenticator.class_password = PASSWORD
c.ClassAuthenticator.names_file = str(STATE / "names.json")
c.Authenticator.allow_all = True
c.JupyterHub.template_paths = [str(HERE / "templates")]

# What: the kit's own server with one warm kernel each; a page that nobody uses for half an hour loses its kernel.
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = str(STATE / "homes" / "{username}")
c.Spawner.cmd = [sys.executable, "-m", "vendetta_kit", "learn", "--hub", "--warm", "1", "--places", "8", "--idle", "30"]
# Common tables: in one file for all servers, or in a database that VENDETTA_TABLES names (docs/tables.md).
c.Spawner.environment = {
    "VENDETTA_TABLES": os.environ.get("VENDETTA_TABLES", f"sqlite:///{STATE / 'tables.sqlite'}"),
    "VENDETTA_TEACHER": os.environ.get("VENDETTA_TEACHER", ""),
}
c.Spawner.default_url = "/voila/render/00_start_here.ipynb"
c.Spawner.http_timeout = 60
c.JupyterHub.active_server_limit = MOST
c.JupyterHub.concurrent_spawn_limit = 10

# A server that nobody has used for an hour ends.
c.JupyterHub.services = [
    {"name": "idle-culler", "command": [sys.executable, "-m", "jupyterhub_idle_culler", "--timeout=3600"]},
]
c.JupyterHub.load_roles = [
    {
        "name": "idle-culler",
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
        "services": ["idle-culler"],
    }
]
