import { randomUUID } from 'node:crypto';
import { camtOf } from '../bank/camt.ts';
import { logoForm } from '../files.ts';

/** Bodies of requests that are neither a POST to a collection nor a change of one of its records with the same fields. */
export const BODIES: Record<string, object> = {
  'POST /api/v1/email-templates/preview': { subject: '[[total]]', body: 'Bună ziua' },
  'POST /api/v1/companies/{uuid}/deletion': { confirm: 'no_archive' },
  'POST /api/v1/companies/{uuid}/retention': { confirm: 'remove' },
  'PUT /api/v1/companies/{uuid}/period-lock': { closedUntil: '2026-01-31' },
  'POST /api/v1/companies/{uuid}/logo': logoForm(),
  'POST /api/v1/invoices/batch': { invoices: [{ idempotencyKey: randomUUID() }] },
  'POST /api/v1/invoices/{uuid}/cancel': { reason: 'Ordered twice by mistake' },
  'POST /api/v1/receipts/{uuid}/cancel': { reason: 'Sumă greșită' },
  'POST /api/v1/invoices/{uuid}/correct': { lines: [{ description: 'Consultanță', quantity: 2, unitPrice: 40, vatRate: 21 }] },
  'POST /api/v1/invoices/{uuid}/settle-advances': { advances: [], issue: false },
  'POST /api/v1/invoices/{uuid}/storno': { notes: 'Ordered twice' },
  'POST /api/v1/invoices/{uuid}/answer': { response: 'accept' },
  'POST /api/v1/invoices/{uuid}/email': { to: 'client@client.example', attachPdf: false },
  'POST /api/v1/delivery-notes/{uuid}/email': { to: 'client@client.example' },
  'POST /api/v1/delivery-notes/{uuid}/etransport/email': { to: 'carrier@carrier.example' },
  'POST /api/v1/proforma-invoices/{uuid}/email': { to: 'client@client.example' },
  'POST /api/v1/reports/statement/email': { clientId: randomUUID(), to: 'client@client.example' },
  'POST /api/v1/invoices/export/zip': { invoiceIds: [randomUUID()], includePdf: false },
  'POST /api/v1/purchases/import': { csv: 'kind;number\ngoods_eu;1' },
  'POST /api/v1/bank-statements/proposals': { statement: camtOf([{ amount: '119.00', text: 'FCT 001' }]) },
  'POST /api/v1/imports': { kind: 'clients', csv: 'name;cui\nLivada SRL;RO14399840' },
  'POST /api/v1/clients/bulk-delete': { ids: [randomUUID()] },
  'POST /api/v1/invoices/bulk-submit': { ids: [randomUUID()] },
  'POST /api/v1/suppliers/bulk-delete': { ids: [randomUUID()] },
  'POST /api/v1/products/bulk-delete': { ids: [randomUUID()] },
  'PATCH /api/v1/delivery-notes/{uuid}/etransport': { etransportVehicleNumber: 'CJ 01 ABC' },
  'POST /api/v1/delivery-notes/{uuid}/etransport/correct': { etransportVehicleNumber: 'CJ 01 ABC' },
  'POST /api/v1/delivery-notes/{uuid}/etransport/vehicle': { vehicleNumber: 'CJ 01 ABC' },
  'POST /api/v1/delivery-notes/{uuid}/etransport/confirm': { outcome: 'confirmed' },
  'POST /api/v1/reports/vat/comparison': { period: '2026-09', content: '9;100;21' },
  'POST /api/v1/webhooks/{uuid}/test': {},
  'POST /api/v1/webhooks/{uuid}/regenerate-secret': { graceHours: 1 },
  'POST /api/v1/webhooks/{uuid}/replay': { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  'PATCH /api/v1/document-series/{uuid}': { name: 'Renamed' },
  'PUT /api/v1/pdf-template-config': { templateSlug: 'modern', primaryColor: '#0f766e', customCss: 'h1 { color: #134e4a }' },
  'PUT /api/v1/reminder-settings': { enabled: true, offsets: [-3, 0, 7], sendTime: '08:30', minBalance: 10 },
  'PUT /api/v1/reports/opening-balances': { role: 'sale', partnerId: randomUUID(), date: '2025-12-31', amount: 100 },
  'POST /api/v1/contact': { name: 'Ana Pop', email: 'ana@test.example', subject: 'Question', message: 'How does it work?' },
};

/** Values of path parameters that name no record. */
export const VALUES: Record<string, string> = {
  '/api/v1/invitations/accept/{token}': 'a'.repeat(64),
  '/api/v1/taxauth/vat-status/{cif}': '40123452',
  '/api/v1/taxauth/token-links/{linkToken}': 'a'.repeat(64),
  '/api/connect/taxauth/link/{linkToken}': 'a'.repeat(64),
  '/api/v1/share/{token}': 'a'.repeat(64),
  '/pages/share/{token}': 'a'.repeat(64),
  '/pages/unsubscribe/{token}': 'a'.repeat(88),
  '/api/v1/t/{token}': 'a'.repeat(88),
};
