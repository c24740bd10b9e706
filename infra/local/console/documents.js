// The documents of the demo company on the page /_local: of all kinds, each with its PDF and its timeline.

import { act, api, byId, button, demo, element, emptyRow, figure, local, row, show, time } from './kit.js';

/** How many documents of an API list are shown. */
const MOST = 12;

/** The API's lists, and how the page shows an item of each; a list of invoices has credit notes and received documents as well. */
const LISTS = [
  {
    path: '/invoices',
    shown: ({ isCreditNote, direction, supplier, clientName, ...invoice }) => ({
      ...invoice,
      kind: `${direction === 'incoming' ? 'Received ' : ''}${isCreditNote ? 'credit note' : 'invoice'}`,
      party: direction === 'incoming' ? supplier.name : clientName,
      canSubmit: direction === 'outgoing' && ['issued', 'rejected', 'error'].includes(invoice.status),
    }),
    events: async id => (await api('GET', `/invoices/${id}/events`)).json(),
  },
  { path: '/proforma-invoices', shown: convertible('Proforma'), events: eventsIn('/proforma-invoices') },
  { path: '/delivery-notes', shown: convertible('Delivery note'), events: eventsIn('/delivery-notes') },
];

function convertible(kind) {
  return ({ uuid, client, ...document }) => ({ ...document, id: uuid, kind, party: client?.name });
}

function eventsIn(path) {
  return async id => (await (await api('GET', `${path}/${id}`)).json()).events;
}

async function openPdf(path) {
  // Opened before the request: browsers block a window that a click opens later.
  const beside = window.open('', '_blank');
  try {
    const file = await (await api('GET', `${path}/pdf`)).blob();
    const address = URL.createObjectURL(file);
    if (beside) beside.location = address;
    else location.assign(address);
  } catch (error) {
    beside?.close();
    throw error;
  }
}

/** The document whose timeline is open. */
let opened;

async function showTimeline() {
  byId('timeline').hidden = opened === undefined;
  if (!opened) return;
  const events = await opened.list.events(opened.id);
  byId('timeline-title').textContent = `Timeline of ${opened.number}`;
  show(
    'events',
    events.toReversed().map(event => element('li', {}, eventText(event))),
  );
}

const eventText = ({ timestamp, type, details }) => `${time(timestamp)}  ${details || type.replaceAll('_', ' ')}`;

const STATES = { validated: 'good', rejected: 'bad', error: 'bad' };
const capital = text => text[0].toUpperCase() + text.slice(1);

function documentRow(list, { id, kind, number, party, issueDate, total, currency, status, canSubmit }) {
  const isInvoice = list.path === '/invoices';
  const actions = element(
    'td',
    { class: 'actions' },
    ...(isInvoice && status === 'draft' ? [button('Issue', () => api('POST', `/invoices/${id}/issue`), id)] : []),
    ...(canSubmit ? [button('Submit', () => api('POST', `/invoices/${id}/submit`), id)] : []),
    button('PDF', () => openPdf(`${list.path}/${id}`), id),
    button('Timeline', () => void (opened = opened?.id === id ? undefined : { list, id, number }), id),
  );
  const state = element('td', { class: STATES[status] ?? '' }, status.replaceAll('_', ' '));
  return row(capital(kind), number, party, issueDate, figure(`${Number(total).toFixed(2)} ${currency}`), state, actions);
}

export async function showDocuments() {
  byId('draft').hidden = !demo;
  if (!demo) {
    byId('company').textContent = 'There is no demo data: start without --no-demo, or once with `npm start -- --once`.';
    return;
  }
  byId('company').textContent = `${demo.companyName}, as ${demo.email}. The password is printed at every start.`;
  const rows = await Promise.all(
    LISTS.map(async list => {
      const { data } = await (await api('GET', `${list.path}?limit=${MOST}`)).json();
      return data.map(item => documentRow(list, list.shown(item)));
    }),
  );
  show('documents', rows.flat().length > 0 ? rows.flat() : [emptyRow(7, 'No documents yet.')]);
  await showTimeline();
}

/** Drafts the invoice of the examples, dated by the local clock. */
async function draft() {
  const { now } = await local('GET', '/clock');
  // Dates of documents are days in Romania; this locale writes them as YYYY-MM-DD.
  const issueDate = new Date(now).toLocaleDateString('sv-SE', { timeZone: 'Europe/Bucharest' });
  const idempotencyKey = crypto.randomUUID();
  await api('POST', '/invoices', { ...demo.example, clientId: demo.clientId, issueDate, dueDate: issueDate, idempotencyKey });
}

byId('draft').addEventListener('click', ({ currentTarget }) => act(currentTarget, draft));
