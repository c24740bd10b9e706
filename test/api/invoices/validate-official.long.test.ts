import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { BUCKET } from '../../../infra/local/environment.ts';
import { compiledFile } from '../../../infra/local/external/stylesheets.ts';
import { putFile } from '#shared/platform/aws/documents-bucket.ts';
import type { ValidationResult } from '#shared/documents/invoices/validation/result.ts';
import { ARTIFACTS, oracleAvailable, SKIPPED } from '../../support/einvoice/oracle.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

const STYLESHEET = join(ARTIFACTS, 'cius-ro/1.0.9/xslt/EN16931-CIUS_RO-UBL-validation.xslt');

describe.skipIf(!oracleAvailable)(`Official rules that a deployer has installed (EINVOICE_ARTIFACTS)${SKIPPED}`, () => {
  const service = useOwnService({ artifacts: ARTIFACTS });
  const { scope, draft, issued, act } = useTrader({ service, connected: true });
  let installed: string | undefined;
  beforeAll(() => {
    installed = process.env['EINVOICE_ARTIFACTS'];
  });
  afterEach(() => void (process.env['EINVOICE_ARTIFACTS'] = installed));

  const full = (id: string): Promise<ValidationResult> =>
    expecting(200, 'Validating', service().api('POST', `/api/v1/invoices/${id}/validate?mode=full`, scope));

  it('run in addition to the built-in ones: full validation, issue and submission', async () => {
    const { id } = await draft();
    expect(await full(id)).toMatchObject({ valid: true, errors: [], schematronAvailable: true });
    const invoice = await issued();
    expect(invoice).toMatchObject({ status: 'issued' });
    expect(await act(invoice.id, 'submit')).toMatchObject({ status: 200, body: { status: 'sent_to_provider' } });
  });

  it('report a finding of the built-in ones only once', async () => {
    const lines = [{ description: 'ș'.repeat(201), quantity: 1, unitPrice: 1 }];
    const { id } = await draft({ lines, invoiceTypeCode: '383' });
    const { valid, findings, schematronAvailable } = await full(id);
    const fatal = findings.filter(({ severity }) => severity === 'fatal').map(({ rule }) => rule);
    expect([valid, fatal, schematronAvailable]).toEqual([false, ['BR-RO-020', 'BR-RO-L212'], true]);
  });

  it('are also read from a bucket, compressed, among more files than S3 lists at once (1,000)', async () => {
    const others = Array.from({ length: 1001 }, (_, place) => `rules/a-${place}.txt`);
    // All at once would wait longer for a connection than the SDK permits on a busy machine.
    while (others.length > 0) await Promise.all(others.splice(0, 50).map(key => putFile(key, Buffer.from('-'), 'text/plain')));
    await putFile(
      'rules/cius-ro.sef.json.gz',
      gzipSync(readFileSync(await compiledFile(STYLESHEET)), { level: 1 }),
      'application/gzip',
    );
    process.env['EINVOICE_ARTIFACTS'] = `s3://${BUCKET}/rules`;
    expect(await full((await draft()).id)).toMatchObject({ valid: true, schematronAvailable: true });
  });
});
