import { describe, expect, it } from 'vitest';
import { hasFile } from '#shared/platform/aws/documents-bucket.ts';
import { useService } from '../../support/service.ts';
import { missingXmlCalls } from './missing-xml-calls.ts';

const service = useService();

const { xmlOf, withoutXml } = missingXmlCalls(service);

describe('An issued invoice whose XML is not stored: it is made again, the same, by whoever needs it, and stored', () => {
  it('the owner', async () => {
    const { invoice, xml, path } = await withoutXml();
    expect([await xmlOf(invoice.id), await hasFile(path)]).toEqual([xml, true]);
  });
});
