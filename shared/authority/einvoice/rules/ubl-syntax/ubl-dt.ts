import { textOf } from '../../xml/node.ts';
import { UBL_AMOUNT, UBL_ATTACHMENT, UBL_DOCUMENT } from '../contexts/ubl.ts';
import { carriers } from '../facts.ts';
import { rules, type Rule } from '../types.ts';
import { twoDecimalsIn } from '../values.ts';
import { carries } from './ubl-cr.ts';

/** UBL-DT: data types, and the attributes of UBL that EN 16931 does not use. */

const UNUSED_ATTRIBUTES: readonly (readonly [number: string, name: string])[] = [
  ['08', 'schemeName'],
  ['09', 'schemeAgencyName'],
  ['10', 'schemeDataURI'],
  ['11', 'schemeURI'],
  ['12', 'format'],
  ['13', 'unitCodeListIdentifier'],
  ['14', 'unitCodeListAgencyIdentifier'],
  ['15', 'unitCodeListAgencyName'],
  ['16', 'listAgencyName'],
  ['17', 'listName'],
  ['19', 'languageID'],
  ['20', 'listURI'],
  ['21', 'listSchemeURI'],
  ['22', 'languageLocaleID'],
  ['23', 'uri'],
  ['24', 'currencyCodeListVersionID'],
  ['25', 'characterSetCode'],
  ['26', 'encodingCode'],
  ['27', 'schemeAgencyID'],
  ['28', 'listAgencyID'],
];

export const UBL_DT: readonly Rule[] = [
  ...rules(UBL_AMOUNT, [['UBL-DT-01', null, 'Write the amount with at most two decimals.', each => twoDecimalsIn(textOf(each))]]),
  ...rules(UBL_ATTACHMENT, [
    ['UBL-DT-06', 'BT-125-1', 'Name the media type of the attachment (mimeCode).', each => carries(each, 'mimeCode')],
    ['UBL-DT-07', 'BT-125-2', 'Name the file of the attachment (filename).', each => carries(each, 'filename')],
  ]),
  ...UNUSED_ATTRIBUTES.map(([number, name]): Rule => ({
    id: `UBL-DT-${number}`,
    severity: 'warning',
    businessTerm: null,
    context: UBL_DOCUMENT,
    message: `Leave out the attribute ${name}: the e-invoice standard does not use it.`,
    holds: (_, facts) => facts.withAttribute(name).length === 0,
    offender: (_, facts) => facts.withAttribute(name)[0],
  })),
  {
    id: 'UBL-DT-18',
    severity: 'warning',
    businessTerm: null,
    context: UBL_DOCUMENT,
    message: 'Leave out the attribute name; only the code of the payment means has one.',
    holds: (_, facts) => facts.withAttribute('name').length <= carriers(facts.all('cbc:PaymentMeansCode'), 'name').length,
    offender: (_, facts) => facts.withAttribute('name').find(each => each.name !== 'cbc:PaymentMeansCode'),
  },
];
