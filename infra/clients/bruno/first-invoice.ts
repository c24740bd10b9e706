import invoice from '../../../examples/invoice.json' with { type: 'json' };

/** A request of the folder "First invoice". */
export interface Step {
  name: string;
  /** `POST /api/v1/invoices` */
  operation: string;
  /** Values of its path parameters. */
  path?: Record<string, string>;
  body?: object;
  /** What must hold of the response: `res.status` with `eq 200`. */
  asserts: Record<string, string>;
  /** Variables for the next requests, as expressions of the response. */
  sets?: Record<string, string>;
}

const { dueDate: _, ...rest } = invoice;
const ONE = { path: { uuid: '{{invoice}}' } };

/** From the login to the PDF, with the demo company of `npm start`. */
export const FIRST_INVOICE: readonly Step[] = [
  {
    name: 'Log in',
    operation: 'POST /api/auth',
    body: { email: '{{email}}', password: '{{password}}' },
    asserts: { 'res.status': 'eq 200', 'res.body.token': 'isString' },
    // The day in Romania; this locale writes it as YYYY-MM-DD.
    sets: { token: 'res.body.token', today: 'new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Bucharest" })' },
  },
  {
    name: 'Choose the company',
    operation: 'GET /api/v1/companies',
    asserts: { 'res.status': 'eq 200', 'res.body[0].id': 'isString' },
    sets: { company: 'res.body[0].id' },
  },
  {
    // Clients are grouped by the first letter of their name.
    name: 'Choose a client',
    operation: 'GET /api/v1/clients',
    asserts: { 'res.status': 'eq 200', 'res.body.total': 'gte 1' },
    sets: { client: 'Object.values(res.body.data)[0][0].id' },
  },
  {
    name: 'Draft the invoice',
    operation: 'POST /api/v1/invoices',
    body: { ...rest, clientId: '{{client}}', issueDate: '{{today}}', idempotencyKey: '{{$guid}}' },
    asserts: { 'res.status': 'eq 201', 'res.body.invoice.status': 'eq draft' },
    sets: { invoice: 'res.body.invoice.id' },
  },
  {
    name: 'Issue it',
    operation: 'POST /api/v1/invoices/{uuid}/issue',
    ...ONE,
    asserts: { 'res.status': 'eq 200', 'res.body.status': 'eq issued', 'res.body.number': 'isString' },
    sets: { number: 'res.body.number' },
  },
  {
    name: 'Read it',
    operation: 'GET /api/v1/invoices/{uuid}',
    ...ONE,
    asserts: { 'res.status': 'eq 200', 'res.body.status': 'eq issued', 'res.body.number': 'eq {{number}}' },
  },
  {
    name: 'Download the PDF',
    operation: 'GET /api/v1/invoices/{uuid}/pdf',
    ...ONE,
    asserts: { 'res.status': 'eq 200', "res.headers['content-type']": 'eq application/pdf' },
  },
];
