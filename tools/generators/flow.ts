/* The main flow by the types of openapi-typescript and openapi-fetch; see README.md. */
import createClient from 'openapi-fetch';
import type { paths } from './.cache/out/openapi-typescript/schema.ts';

const { API = 'http://127.0.0.1:3000', EMAIL = 'demo@invoicing.example', PASSWORD = '' } = process.env;
const api = createClient<paths>({ baseUrl: API });

/** The data of an answer. */
function ok<Data>({ data, error }: { data?: Data; error?: unknown }): NonNullable<Data> {
  if (data === undefined || data === null) throw new Error(JSON.stringify(error));
  return data;
}

const login = ok(await api.POST('/api/auth', { body: { email: EMAIL, password: PASSWORD } }));
if (!('token' in login)) throw new Error('The login asks for a second factor.');
api.use({
  onRequest({ request }) {
    request.headers.set('authorization', `Bearer ${login.token}`);
  },
});
const [company] = ok(await api.GET('/api/v1/companies'));
if (!company) throw new Error('There is no company.');
const header = { 'X-Company': company.id };
const clients = ok(await api.GET('/api/v1/clients', { params: { header } }));
// By the first letter of the name.
const [client] = Object.values(clients.data).flat();
if (!client) throw new Error('There is no client.');
const lines = [{ description: 'Consulting', quantity: '1', unitPrice: '100.00' }];
const issueDate = new Date().toISOString().slice(0, 10);
const draft = ok(await api.POST('/api/v1/invoices', { params: { header }, body: { clientId: client.id, issueDate, lines } }));
const id = 'invoice' in draft ? draft.invoice.id : draft.id;
ok(await api.POST('/api/v1/invoices/{uuid}/issue', { params: { header, path: { uuid: id } } }));
const pdf = ok(await api.GET('/api/v1/invoices/{uuid}/pdf', { params: { header, path: { uuid: id } }, parseAs: 'blob' }));
const invoices = ok(await api.GET('/api/v1/invoices', { params: { header } }));
console.log(`${clients.total} clients, a PDF of ${(pdf as Blob).size} bytes, ${invoices.data.length} invoices`);
