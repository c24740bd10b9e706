// The script of the page /_local: it calls the public API as the demo user, and the control endpoints below /_local. The server sends no
// HTML; every value is set as text.

const byId = id => document.getElementById(id);

/** An element with text or children; attributes by name, `on…` as event listeners. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children.map(child => (child instanceof Node ? child : String(child ?? ''))));
  return made;
}

const row = (...cells) =>
  element('tr', {}, ...cells.map(cell => (cell instanceof HTMLTableCellElement ? cell : element('td', {}, cell))));
const figure = value => element('td', { class: 'figure' }, value);
const time = at => at.slice(0, 19).replace('T', ' ');

/** Replaces the children of an element; the keyboard focus stays on the button with the same `data-key`. */
function show(id, children) {
  const place = byId(id);
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  place.replaceChildren(...children);
  if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

const emptyRow = (columns, text) => element('tr', {}, element('td', { colspan: columns, class: 'note' }, text));

/** @throws Error with the message of an error answer */
async function request(method, path, { body, headers = {} } = {}) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(path, { method, headers: { 'content-type': 'application/json', ...headers }, ...sent });
  if (!response.ok) {
    const { error } = await response.json().catch(() => ({}));
    throw Object.assign(new Error(error?.message ?? error ?? `${method} ${path}: ${response.status}`), {
      status: response.status,
    });
  }
  return response;
}

const local = async (method, path, body) => (await request(method, `/_local${path}`, { body })).json();

/** The demo user, its company and a client; undefined without demo data. */
let demo;
let token = sessionStorage.getItem('token');

async function signIn() {
  const answer = await request('POST', '/api/auth', { body: { email: demo.email, password: demo.password } });
  ({ token } = await answer.json());
  sessionStorage.setItem('token', token);
}

/** A request as the demo user; the token is renewed when it has expired by the local clock. */
async function api(method, path, body) {
  const send = () =>
    request(method, `/api/v1${path}`, { body, headers: { authorization: `Bearer ${token}`, 'x-company': demo.companyId } });
  if (!token) await signIn();
  try {
    return await send();
  } catch (error) {
    if (error.status !== 401) throw error;
    await signIn();
    return send();
  }
}

/** Runs what a button stands for, shows its failure, and refreshes the page. */
async function act(button, action) {
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

function tell(problem) {
  byId('problem').textContent = problem;
  byId('problem').hidden = problem === '';
}

/** @param key distinguishes buttons of the same text */
const button = (text, action, key = '') =>
  element('button', { type: 'button', 'data-key': `${text} ${key}`, onclick: event => act(event.currentTarget, action) }, text);

async function openPdf(id) {
  // Opened before the request: browsers block a window that a click opens later.
  const beside = window.open('', '_blank');
  try {
    const file = await (await api('GET', `/invoices/${id}/pdf`)).blob();
    const address = URL.createObjectURL(file);
    if (beside) beside.location = address;
    else location.assign(address);
  } catch (error) {
    beside?.close();
    throw error;
  }
}

/** The invoice whose timeline is open. */
let opened;

async function showTimeline() {
  byId('timeline').hidden = opened === undefined;
  if (!opened) return;
  const events = await (await api('GET', `/invoices/${opened.id}/events`)).json();
  byId('timeline-title').textContent = `Timeline of ${opened.number}`;
  show(
    'events',
    events.toReversed().map(event => element('li', {}, eventText(event))),
  );
}

const eventText = ({ timestamp, type, details }) => `${time(timestamp)}  ${details || type.replaceAll('_', ' ')}`;

const STATES = { validated: 'good', rejected: 'bad', error: 'bad' };

function documentRow(invoice) {
  const { id, number, clientName, issueDate, total, currency, status } = invoice;
  const actions = element(
    'td',
    { class: 'actions' },
    ...(status === 'draft' ? [button('Issue', () => api('POST', `/invoices/${id}/issue`), id)] : []),
    ...(['issued', 'rejected', 'error'].includes(status)
      ? [button('Submit', () => api('POST', `/invoices/${id}/submit`), id)]
      : []),
    button('PDF', () => openPdf(id), id),
    button('Timeline', () => void (opened = opened?.id === id ? undefined : invoice), id),
  );
  const state = element('td', { class: STATES[status] ?? '' }, status.replaceAll('_', ' '));
  return row(number, clientName, issueDate, figure(`${total.toFixed(2)} ${currency}`), state, actions);
}

async function showDocuments() {
  byId('draft').hidden = !demo;
  if (!demo) {
    byId('company').textContent = 'There is no demo data: start without --no-demo, or once with `npm start -- --once`.';
    return;
  }
  byId('company').textContent = `${demo.companyName}, as ${demo.email}. The password is printed at every start.`;
  const { data } = await (await api('GET', '/invoices?limit=10')).json();
  show('documents', data.length > 0 ? data.map(documentRow) : [emptyRow(6, 'No invoices yet.')]);
  await showTimeline();
}

async function showClock() {
  const { now, frozen } = await local('GET', '/clock');
  byId('now').textContent = `${time(now)} UTC`;
  byId('frozen').textContent = frozen ? 'frozen' : '';
}

async function showAuthority() {
  const [{ mode, processing }, { uploads }] = await Promise.all([local('GET', '/taxauth'), local('GET', '/taxauth/received')]);
  for (const [id, value] of [
    ['mode', mode],
    ['processing', processing],
  ]) {
    if (document.activeElement !== byId(id)) byId(id).value = value;
  }
  const rows = uploads
    .slice(-8)
    .reverse()
    .map(({ index, number, cif, verdict }) => row(index, number, cif, verdict ?? 'in process'));
  show('uploads', rows.length > 0 ? rows : [emptyRow(4, 'Nothing has been uploaded yet.')]);
}

async function showMails() {
  const { messages } = await local('GET', '/mailbox');
  const link = ({ id, subject, to, at }) =>
    element(
      'li',
      {},
      element('a', { href: `/_local/mailbox#${id}` }, subject || '(no subject)'),
      ` to ${to.join(', ')}, ${time(at)}`,
    );
  show('mails', messages.length > 0 ? messages.slice(0, 6).map(link) : [element('li', {}, 'No mail has been sent yet.')]);
}

async function showQueues() {
  const { queues } = await local('GET', '/queues');
  const used = queues.filter(({ visible, inFlight, delayed, dlq }) => visible + inFlight + delayed + dlq > 0);
  const rows = used.map(({ name, visible, inFlight, delayed, dlq }) =>
    row(name, ...[visible, inFlight, delayed].map(figure), element('td', { class: dlq > 0 ? 'figure bad' : 'figure' }, dlq)),
  );
  const others = queues.length - used.length;
  show(
    'queues',
    others > 0 ? [...rows, emptyRow(5, used.length > 0 ? `${others} more are empty.` : `All ${others} are empty.`)] : rows,
  );
}

async function showRequests() {
  const { requests } = await local('GET', '/requests?last=12');
  show(
    'requests',
    requests.map(({ at, method, route, status, cpuMs, dynamodb }) =>
      row(
        time(at),
        `${method} ${route}`,
        element('td', { class: status < 400 ? 'figure' : 'figure bad' }, status),
        figure(`${cpuMs.toFixed(1)} ms`),
        ...[dynamodb.calls, dynamodb.readUnits, dynamodb.writeUnits].map(figure),
      ),
    ),
  );
}

/** What does not change while the system runs. */
async function showSystem() {
  const { functions, engines, schedules, modes } = await local('GET', '/system');
  byId('functions').textContent =
    `${functions.endpoint} endpoints, ${functions.worker + functions.stream} consumers of queues and streams, ` +
    `${functions.task} steps of state machines and ${functions.schedule} schedules, each a function of its own.`;
  byId('engines').replaceChildren(
    ...Object.entries(engines).flatMap(([name, place]) => [element('dt', {}, name), element('dd', {}, place)]),
  );
  byId('schedules').replaceChildren(
    ...schedules.map(name => button(name, () => request('POST', `/_local/schedules/${name}/run`))),
  );
  byId('mode').replaceChildren(...modes.map(mode => element('option', { value: mode }, mode)));
}

const PARTS = [showDocuments, showClock, showAuthority, showMails, showQueues, showRequests];

async function refresh() {
  const outcomes = await Promise.allSettled(PARTS.map(part => part()));
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed) tell(failed.reason.message);
  document.documentElement.dataset.state = failed ? 'failed' : 'shown';
}

function listen() {
  byId('draft').addEventListener('click', event =>
    act(event.currentTarget, async () => {
      const { example } = demo;
      const { now } = await local('GET', '/clock');
      // Dates of documents are days in Romania; this locale writes them as YYYY-MM-DD.
      const issueDate = new Date(now).toLocaleDateString('sv-SE', { timeZone: 'Europe/Bucharest' });
      const idempotencyKey = crypto.randomUUID();
      await api('POST', '/invoices', { ...example, clientId: demo.clientId, issueDate, dueDate: issueDate, idempotencyKey });
    }),
  );
  for (const turn of document.querySelectorAll('[data-turn]')) {
    turn.addEventListener('click', () => act(turn, () => local('POST', '/clock', JSON.parse(turn.dataset.turn))));
  }
  byId('mode').addEventListener('change', ({ currentTarget }) =>
    act(currentTarget, () =>
      local('PUT', '/taxauth', {
        mode: currentTarget.value,
        ...(currentTarget.value === 'reject' && { errors: ['Rejected on request'] }),
      }),
    ),
  );
  byId('processing').addEventListener('change', ({ currentTarget }) =>
    act(currentTarget, () => local('PUT', '/taxauth', { processing: Number(currentTarget.value) })),
  );
  byId('inbox').addEventListener('change', ({ currentTarget }) =>
    act(currentTarget, async () => {
      const [file] = currentTarget.files;
      if (!file) return;
      await local('POST', '/taxauth/inbox', { cif: demo.cif, xml: await file.text() });
      currentTarget.value = '';
      await api('POST', '/sync/trigger');
    }),
  );
}

({ demo } = await local('GET', '/demo'));
byId('inbox').disabled = !demo;
await showSystem();
listen();
await refresh();
setInterval(() => {
  if (!document.hidden) void refresh();
}, 3000);
