// The script of the page /_local: it calls the public API as the demo user, and the control endpoints below /_local.

import {
  act,
  api,
  byId,
  button,
  demo,
  element,
  emptyRow,
  figure,
  local,
  refreshBy,
  request,
  row,
  show,
  tell,
  time,
} from './kit.js';
import { showDocuments } from './documents.js';
import { showMonth } from './month.js';

async function showClock() {
  const { now, frozen } = await local('GET', '/clock');
  byId('now').textContent = `${time(now)} UTC`;
  byId('frozen').textContent = frozen ? 'frozen' : '';
}

/** Rows of a table of the authority: the newest eight. */
const showNewest = (id, items, none, cells) => {
  const columns = byId(id).closest('table').tHead.rows[0].cells.length;
  const rows = items.slice(-8).reverse();
  show(id, rows.length > 0 ? rows.map(item => row(...cells(item))) : [emptyRow(columns, none)]);
};

const KINDS = { invoice: 'invoice', credit_note: 'credit note', buyer_message: 'answer of a buyer' };

async function showAuthority() {
  const [settings, { uploads, declarations }, { messages }] = await Promise.all(
    ['/taxauth', '/taxauth/received', '/taxauth/inbox'].map(path => local('GET', path)),
  );
  for (const id of ['mode', 'processing']) {
    if (document.activeElement !== byId(id)) byId(id).value = settings[id];
  }
  byId('refusal').textContent = settings.errors.join(' ');
  showNewest('uploads', uploads, 'Nothing has been uploaded yet.', ({ index, number, cif, verdict }) => [
    ...[index, number, cif, verdict ?? 'in process'],
  ]);
  showNewest('declarations', declarations, 'No transport has been declared yet.', ({ index, uit, cif, kind, verdict }) => [
    ...[index, uit, cif, kind.replaceAll('_', ' '), verdict],
  ]);
  showNewest('messages', messages, 'Nobody has sent anything yet.', ({ kind, number, from, cif, downloads }) => [
    ...[KINDS[kind], number, from, cif, downloads > 0 ? 'fetched' : 'waiting'],
  ]);
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

const PARTS = [showDocuments, showMonth, showClock, showAuthority, showMails, showQueues, showRequests];

async function refresh() {
  const outcomes = await Promise.allSettled(PARTS.map(part => part()));
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed) tell(failed.reason.message);
  document.documentElement.dataset.state = failed ? 'failed' : 'shown';
}

function listen() {
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

refreshBy(refresh);
byId('inbox').disabled = !demo;
await showSystem();
listen();
await refresh();
setInterval(() => {
  if (!document.hidden) void refresh();
}, 3000);
