import { expect } from 'vitest';
import type { Answered, PdfConfiguration, Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { newScopes } from '../../support/records.ts';
import type { Scope, Service } from '../../support/service.ts';

export const DEFAULTS = {
  // Created with the company.
  id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  templateSlug: 'classic',
  primaryColor: null,
  fontFamily: 'DejaVu Sans',
  showLogo: true,
  showBankInfo: true,
  footerText: null,
  customCss: null,
};

/** Requests of these tests. */
export function pdfTemplateConfigCalls(service: () => Service) {
  const newScope = newScopes(service);
  const read = async (scope: Scope): Promise<PdfConfiguration> =>
    (await call<PdfConfiguration>(service(), scope, 'GET', '/pdf-template-config')).body;
  const change = (scope: Scope, body: object): Promise<Answered<PdfConfiguration & Refusal>> =>
    call(service(), scope, 'PUT', '/pdf-template-config', body);
  return { newScope, read, change };
}
