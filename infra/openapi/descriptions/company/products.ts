import { METADATA, PAGE_FIELDS, RECORD_FIELDS, TURNOVER_KIND } from '../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

/** What can be sent and is shown. */
const details: FieldDescriptions = {
  name: 'Name on lines of documents.',
  code: 'Code of the product, unique in the company, whatever its case.',
  description: 'Description for yourself.',
  unitPrice: 'Price of one unit without VAT, with up to 4 decimals, in `currency`.',
  defaultPrice: 'The same as `unitPrice`.',
  currency: "Currency of the price by ISO 4217; by default the company's.",
  vatRateId: 'Id of the VAT rate of the company. By default the one of `vatRate`, or else the default rate.',
  vatRate: 'VAT rate in percent, 0 to 100 with up to 2 decimals; by default that of `vatRateId`.',
  vatCategoryCode:
    'VAT category (UNTDID 5305); by default that of the rate. `S` with 0 % becomes `Z`; any other category with a rate above 0 becomes `S`.',
  unitOfMeasure: 'Unit, as a word such as `buc` or a code of UN/ECE Rec 20; by default `buc`.',
  isService: 'Whether it is a service; by default false.',
  isActive: 'Whether it is offered for new documents; by default true. Documents may name it in any case.',
  usage: 'Where it is used; by default `both`.',
  ncCode: 'Code of the Combined Nomenclature. With 4, 6 or 8 digits, it is the tariff code of transported goods.',
  cpvCode: 'Code of the Common Procurement Vocabulary.',
  color: 'Colour in lists, such as `#2563eb`.',
  categoryId: 'Id of a category. The service has no categories yet: any id is answered with 404.',
  sgrAmount: 'Deposit for the packaging (SGR), from 0.00 to 999.99; null: none.',
  turnoverKind: TURNOVER_KIND,
  netWeight: 'Net weight of one unit in kilograms, with up to 4 decimals.',
  grossWeight: 'Gross weight of one unit in kilograms, with up to 4 decimals.',
  ...METADATA,
};

const product: FieldDescriptions = {
  ...RECORD_FIELDS,
  ...details,
  vatRateId: 'Id of the VAT rate of the company; null: none fits.',
  vatRate: 'VAT rate in percent.',
  vatCategoryCode: 'VAT category (UNTDID 5305).',
  categoryId: 'Always null: the service has no categories yet.',
  category: 'Always null: the service has no categories yet.',
  source: 'Where the record comes from; `manual`: a user has added it.',
  lastSyncedAt: 'When it was last taken over from another source; null: never.',
  usageCount: 'Number of lines of issued documents that name it.',
};

const uuid = { uuid: 'Id of the product.' };

export const products: AreaDescriptions = {
  operations: {
    'products-list': {
      description: `Products of the company that are not removed, by name by default. All filters apply together.`,
      parameters: {
        search: 'Text that name, code or description contains, in any case, with or without diacritics.',
        isActive: 'Only products that are (`true`) or are not (`false`) offered for new documents.',
        categoryId: 'Only products of this category; as there are none yet, no product is found.',
        sort: 'What the products are ordered by; `name` by default. By `code`, those without one are last.',
        order: 'Direction of the order; `asc` by default.',
      },
    },
    'products-create': {
      description: `Adds a product. \`name\` and \`unitPrice\` (or \`defaultPrice\`) are required. 404 for an unknown VAT rate; 422 for the code of another
product.`,
      responses: { 201: 'The product was added.' },
    },
    'products-get': {
      description: `A product with figures about its use on issued documents.`,
      parameters: uuid,
    },
    'products-update': {
      description: `Changes the fields that are sent, at least one. Lines of existing documents do not change. 404 for an unknown VAT rate; 422 for the code
of another product.`,
      parameters: uuid,
    },
    'products-remove': {
      description: `Removes a product from lists and choices. Lines of documents keep its text, price and code.`,
      parameters: uuid,
      responses: { 204: 'The product was removed.' },
    },
    'products-bulk-delete': `Removes up to 100 products, each like \`DELETE /api/v1/products/{uuid}\`. Ids that the company does not have are in \`errors\`; the others
are removed all the same.`,
  },
  schemas: {
    Product: { description: 'A product or service.', fields: product },
    ProductDetail: {
      description: 'A product with figures about its use.',
      fields: {
        ...product,
        usageStats: 'Figures about the lines of issued documents that name it.',
        'usageStats.totalUsage': 'Number of these lines.',
        'usageStats.totalRevenue': "Their total without VAT, in the company's currency.",
        'usageStats.averageQuantity': 'Average quantity of a line; 0 without any.',
        'usageStats.firstUsedDate': 'Date of the first of these documents; null without any.',
        'usageStats.lastUsedDate': 'Date of the last of these documents; null without any.',
      },
    },
    ProductPage: { description: 'A page of products.', fields: PAGE_FIELDS },
    ProductInput: { description: 'Body of a new product. An absent field gets its default.', fields: details },
    ProductChange: {
      description: 'Fields of a product to change.',
      fields: {
        ...details,
        currency: 'Currency of the price by ISO 4217.',
        vatRateId: 'Id of the VAT rate of the company; null: the product names none and keeps its percentage.',
        unitOfMeasure: 'Unit, as a word such as `buc` or a code of UN/ECE Rec 20.',
        isService: 'Whether it is a service.',
        isActive: 'Whether it is offered for new documents.',
        usage: 'Where it is used.',
      },
    },
    ProductCategory: {
      description: 'A category of products.',
      fields: { id: 'Id of the category.', name: 'Its name.', color: 'Its colour.', sortOrder: 'Place in the list.' },
    },
  },
};
