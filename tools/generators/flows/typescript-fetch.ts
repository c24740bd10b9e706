/* The main flow by openapi-generator's typescript-fetch. */
import { ClientsApi, Configuration, InvoicesApi } from './index';

declare const process: { env: Record<string, string> };
const { API = '', TOKEN = '', COMPANY = '', TODAY = '' } = process.env;
const configuration = new Configuration({ basePath: API, accessToken: TOKEN });
const clientsApi = new ClientsApi(configuration);
const invoicesApi = new InvoicesApi(configuration);
const xCompany = COMPANY;

const clients = await clientsApi.clientsList({ xCompany });
const [client] = Object.values(clients.data).flat();
if (!client) throw new Error('There is no client.');
const lines = [{ description: 'Consulting', quantity: 1, unitPrice: '100.00' }];
const body = { clientId: client.id, issueDate: new Date(TODAY), lines };
const draft = await invoicesApi.invoicesCreate({ xCompany, invoicesCreateRequest: body });
if (!('invoice' in draft)) throw new Error('It is a credit note.');
const { id: uuid } = draft.invoice;
const issued = await invoicesApi.invoicesIssue({ xCompany, uuid });
const pdf = await invoicesApi.invoicesPdf({ xCompany, uuid });
const invoices = await invoicesApi.invoicesList({ xCompany });
console.log(`${clients.total} clients, ${issued.number}, PDF ${await pdf.slice(0, 4).text()}, ${invoices.total} invoices`);
