import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { BUCKET } from '../../../infra/local/environment.ts';
import { compiledFile } from '../../../infra/local/stylesheets.ts';
import { putFile } from '../../../shared/aws/documents-bucket.ts';
import type { ValidationResult } from '../../../shared/invoices/validation/result.ts';
import type { Refusal } from '../../support/contract.ts';
import { call, draft, issued, trader } from '../../support/invoices.ts';
import { ARTIFACTS, oracleAvailable, SKIPPED } from '../../support/einvoice/oracle.ts';
import { type Scope, useOwnService } from '../../support/service.ts';

const STYLESHEET = join(ARTIFACTS, 'cius-ro/1.0.9/xslt/EN16931-CIUS_RO-UBL-validation.xslt');

describe.skipIf(!oracleAvailable)(`Official rules that a deployer has installed (EINVOICE_ARTIFACTS)${SKIPPED}`, () => {
  const service = useOwnService({ artifacts: ARTIFACTS });
  let scope: Scope & { clientId: string };
  let installed: string | undefined;
  beforeAll(async () => {
    scope = await trader(service());
    installed = process.env['EINVOICE_ARTIFACTS'];
  });
  afterEach(() => void (process.env['EINVOICE_ARTIFACTS'] = installed));

  const full = (id: string): Promise<ValidationResult> =>
    expecting(200, 'Validating', service().api('POST', `/api/v1/invoices/${id}/validate?mode=full`, scope));
  const newDraft = (overrides: object = {}) => draft(service(), scope, { clientId: scope.clientId, ...overrides });

  it('run beside the own ones: full validation and issue', async () => {
    const { id } = await newDraft();
    expect(await full(id)).toMatchObject({ valid: true, errors: [], schematronAvailable: true });
    expect(await issued(service(), scope, { clientId: scope.clientId })).toMatchObject({ status: 'issued' });
  });

  it('find what the own ones find, which is told once', async () => {
    const lines = [{ description: 'ș'.repeat(101), quantity: 1, unitPrice: 1 }];
    const { id } = await newDraft({ lines, invoiceTypeCode: '383' });
    const { valid, findings, schematronAvailable } = await full(id);
    const fatal = findings.filter(({ severity }) => severity === 'fatal').map(({ rule }) => rule);
    expect([valid, fatal, schematronAvailable]).toEqual([false, ['BR-RO-020', 'BR-RO-L1024'], true]);
  });

  it('are read from a bucket too, compressed', async () => {
    await putFile(
      'rules/cius-ro.sef.json.gz',
      gzipSync(readFileSync(await compiledFile(STYLESHEET)), { level: 1 }),
      'application/gzip',
    );
    process.env['EINVOICE_ARTIFACTS'] = `s3://${BUCKET}/rules`;
    expect(await full((await newDraft()).id)).toMatchObject({ valid: true, schematronAvailable: true });
  });

  it('that cannot run never make a document valid: full says so, issue is refused (fail closed)', async () => {
    const { id } = await newDraft();
    const empty = mkdtempSync(join(tmpdir(), 'rules-'));
    try {
      process.env['EINVOICE_ARTIFACTS'] = empty;
      const result = await full(id);
      expect(result).toMatchObject({ valid: false, schematronAvailable: false });
      expect(result.errors).toEqual([expect.stringMatching(/^\[SCHEMATRON\] document: .* could not run/)]);
      const refused = await call<Refusal>(service(), scope, 'POST', `/invoices/${id}/issue`);
      expect([refused.status, refused.body.error.details]).toMatchObject([422, { rules: [{ rule: 'SCHEMATRON' }] }]);
    } finally {
      rmSync(empty, { recursive: true });
    }
  });
});
