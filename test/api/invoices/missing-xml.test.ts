import { describe, expect, it } from 'vitest';
import { hasFile } from '#shared/platform/aws/documents-bucket.ts';
import { useService } from '../../support/service.ts';
import { missingXmlCalls } from './missing-xml-calls.ts';

const service = useService();

const { xmlOf, withoutXml } = missingXmlCalls(service);

describe('the XML of an issued invoice that is not stored is generated again, the same, when it is needed, and stored', () => {
  it('by the owner', async () => {
    const { invoice, xml, path } = await withoutXml();
    expect([await xmlOf(invoice.id), await hasFile(path)]).toEqual([xml, true]);
  });
});
