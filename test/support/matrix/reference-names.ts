/**
 * Members of bodies and queries that name records, by their last name: the path of such a record; null where the text is the
 * caller's own, or the company is named as `X-Company` would.
 */
export const REFERENCES: Record<string, string | null> = {
  clientId: '/api/v1/clients/{uuid}',
  partnerId: '/api/v1/clients/{uuid}',
  companyId: '/api/v1/companies/{uuid}',
  'allowedCompanies.0': '/api/v1/companies/{uuid}',
  documentSeriesId: '/api/v1/document-series/{uuid}',
  'documents.0.id': '/api/v1/invoices/{uuid}',
  // Of its category, which is invoices by default.
  documentId: '/api/v1/invoices/{uuid}',
  seriesId: '/api/v1/document-series/{uuid}',
  proformaId: '/api/v1/proforma-invoices/{uuid}',
  deliveryNoteId: '/api/v1/delivery-notes/{uuid}',
  declarationId: '/api/v1/transport-declarations/{uuid}',
  'ids.0': '/api/v1/delivery-notes/{uuid}',
  invoiceSeriesId: '/api/v1/document-series/{uuid}',
  // A new document has no lines yet.
  'lines.0.uuid': null,
  'PUT /api/v1/invoices/{uuid} lines.0.uuid': '/api/v1/invoices/{uuid}',
  // Numbered when it is created, a proforma stays in its series.
  'PUT /api/v1/proforma-invoices/{uuid} seriesId': null,
  'PUT /api/v1/delivery-notes/{uuid} lines.0.uuid': '/api/v1/delivery-notes/{uuid}',
  'PATCH /api/v1/delivery-notes/{uuid}/etransport lines.0.uuid': '/api/v1/delivery-notes/{uuid}',
  'POST /api/v1/delivery-notes/{uuid}/etransport/correct lines.0.uuid': '/api/v1/delivery-notes/{uuid}',
  'POST /api/v1/transport-declarations deliveryNotes.0.lines.0.uuid': '/api/v1/delivery-notes/{uuid}',
  'PUT /api/v1/proforma-invoices/{uuid} lines.0.uuid': '/api/v1/proforma-invoices/{uuid}',
  parentDocumentId: '/api/v1/invoices/{uuid}',
  productId: '/api/v1/products/{uuid}',
  supplierId: '/api/v1/suppliers/{uuid}',
  'supplier.id': '/api/v1/suppliers/{uuid}',
  vatRateId: '/api/v1/vat-rates/{uuid}',
  // The author of the document, as its text says.
  issuerId: null,
  // Of a document of others.
  'additionalDocumentReferences.0.id': null,
  archiveExportId: '/api/v1/exports/{export}',
  // The credential id in the response of an authenticator.
  'response.id': null,
  'response.rawId': null,
  'POST /api/v1/clients/bulk-delete ids.0': '/api/v1/clients/{uuid}',
  'POST /api/v1/invoices/bulk-submit ids.0': '/api/v1/invoices/{uuid}',
  'POST /api/v1/suppliers/bulk-delete ids.0': '/api/v1/suppliers/{uuid}',
  'POST /api/v1/products/bulk-delete ids.0': '/api/v1/products/{uuid}',
  'advances.0.id': '/api/v1/invoices/{uuid}',
  'excludedClientIds.0': '/api/v1/clients/{uuid}',
  invoiceId: '/api/v1/invoices/{uuid}',
  'invoiceIds.0': '/api/v1/invoices/{uuid}',
  templateId: '/api/v1/email-templates/{uuid}',
  categoryId: '/api/v1/product-categories/{uuid}',
};
