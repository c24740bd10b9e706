// What the scripts of the page /_local share: elements, requests and buttons. The server sends no HTML; every value is set as text.

export const byId = id => document.getElementById(id);

/** An element with text or children; attributes by name, `on…` as event listeners. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children.map(child => (child instanceof Node ? child : String(child ?? ''))));
  return made;
}

export const row = (...cells) =>
  element('tr', {}, ...cells.map(cell => (cell instanceof HTMLTableCellElement ? cell : element('td', {}, cell))));
export const figure = value => element('td', { class: 'figure' }, value);
export const time = at => at.slice(0, 19).replace('T', ' ');

/** Replaces the children of an element; the keyboard focus stays on the button with the same `data-key`. */
export function show(id, children) {
  const place = byId(id);
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  place.replaceChildren(...children);
  if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

export const emptyRow = (columns, text) => element('tr', {}, element('td', { colspan: columns, class: 'note' }, text));

/** @throws Error with the message of an error answer */
export async function request(method, path, { body, headers = {} } = {}) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(path, { method, headers: { 'content-type': 'application/json', ...headers }, ...sent });
  if (!response.ok) {
    const { error } = await response.json().catch(() => ({}));
    const wait = response.headers.get('retry-after');
    const said = error?.message ?? error ?? `${method} ${path}: ${response.status}`;
    throw Object.assign(new Error(wait ? `${said} Try again in ${wait} seconds.` : said), {
      status: response.status,
    });
  }
  return response;
}

export const local = async (method, path, body) => (await request(method, `/_local${path}`, { body })).json();

/** The demo user, its company and a client; undefined without demo data. */
export const { demo } = await local('GET', '/demo');
let token = sessionStorage.getItem('token');

/** The login under way, for which all requests wait that need it. */
let login;

// From addresses that no person has (RFC 5737), so that pages do not use up the logins that limits leave to this machine.
const address = () => `192.0.2.${1 + Math.floor(Math.random() * 254)}`;

async function signIn() {
  const body = { email: demo.email, password: demo.password };
  const answer = await request('POST', '/api/auth', { body, headers: { 'x-forwarded-for': address() } });
  ({ token } = await answer.json());
  sessionStorage.setItem('token', token);
}

const signedIn = () => (login ??= signIn().finally(() => (login = undefined)));

/** A request as the demo user; the token is renewed when it has expired by the local clock. */
export async function api(method, path, body) {
  const send = () =>
    request(method, `/api/v1${path}`, { body, headers: { authorization: `Bearer ${token}`, 'x-company': demo.companyId } });
  if (!token) await signedIn();
  try {
    return await send();
  } catch (error) {
    if (error.status !== 401) throw error;
    await signedIn();
    return send();
  }
}

let refresh = () => {};
/** What shows the page again after a button has done its work. */
export const refreshBy = run => void (refresh = run);

/** Runs what a button stands for, shows its failure, and refreshes the page. */
export async function act(button, action) {
  button.disabled = true;
  try {
    await action();
    tell('');
  } catch (error) {
    tell(error.message);
  } finally {
    button.disabled = false;
  }
  await refresh();
}

export function tell(problem) {
  byId('problem').textContent = problem;
  byId('problem').hidden = problem === '';
}

/** @param key distinguishes buttons of the same text */
export const button = (text, action, key = '') =>
  element('button', { type: 'button', 'data-key': `${text} ${key}`, onclick: event => act(event.currentTarget, action) }, text);
