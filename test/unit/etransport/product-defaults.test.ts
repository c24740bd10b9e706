import { describe, expect, it } from 'vitest';
import { type DeclarableProduct, withProductDefaults } from '#shared/authority/etransport/product-defaults.ts';
import { NO_TRANSPORT_OF_LINE, type TransportLineFields } from '#shared/model/transport.ts';

const PRODUCT: DeclarableProduct = { unitOfMeasure: 'buc', ncCode: '0701 90 50', netWeight: '1.205', grossWeight: '1.25' };

const made = (
  stated: Partial<TransportLineFields>,
  line: Partial<{ quantity: string; unitOfMeasure: string }> = {},
  product: Partial<DeclarableProduct> = {},
) =>
  withProductDefaults(
    { ...NO_TRANSPORT_OF_LINE, ...stated },
    { quantity: '3', unitOfMeasure: 'buc', ...line },
    { ...PRODUCT, ...product },
  );

describe('the declared data of a line from its product', () => {
  it('are the tariff code, and the weights times the quantity, rounded half up to two decimals', () => {
    expect(made({})).toEqual({ ...NO_TRANSPORT_OF_LINE, tariffCode: '07019050', netWeight: '3.62', grossWeight: '3.75' });
  });

  it.each([
    ['stated values take precedence', made({ tariffCode: '4801', netWeight: '3', grossWeight: '4' }), ['4801', '3', '4']],
    ['returned goods weigh the same', made({}, { quantity: '-3' }), ['07019050', '3.62', '3.75']],
    ['a line in another unit has no weight', made({}, { unitOfMeasure: 'cutie' }), ['07019050', null, null]],
    ['a weight below the minimum is left out', made({}, { quantity: '0.001' }), ['07019050', null, null]],
    [
      'a weight above the maximum is left out',
      made({}, { quantity: '9' }, { netWeight: '999999999999' }),
      ['07019050', null, '11.25'],
    ],
    ['a product may have no data', made({}, {}, { ncCode: null, netWeight: null, grossWeight: undefined }), [null, null, null]],
  ])('%s', (_, line, [tariffCode, netWeight, grossWeight]) => {
    expect(line).toEqual({ ...NO_TRANSPORT_OF_LINE, tariffCode, netWeight, grossWeight });
  });

  it.each([
    ['0701', '0701'],
    ['0701.90.50', '07019050'],
    ['070190', '070190'],
    ['07019', null],
    ['0701905000', null],
    ['cartofi', null],
  ])('the code %s of a product is declared as %s', (ncCode, tariffCode) => {
    expect(made({}, {}, { ncCode }).tariffCode).toBe(tariffCode);
  });

  it('are its own where it names no product', () => {
    const stated = { ...NO_TRANSPORT_OF_LINE, netWeight: '1' };
    expect(withProductDefaults(stated, { quantity: '3', unitOfMeasure: 'buc' }, undefined)).toBe(stated);
  });
});
