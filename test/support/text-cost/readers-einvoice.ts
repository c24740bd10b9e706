import { zipSync } from 'fflate';
import { bucharestSector, countyCode } from '#shared/authority/einvoice/addresses.ts';
import { publishedSets } from '#shared/records/exchange-rates/published-xml.ts';
import { fold } from '#shared/base/kernel/collate.ts';
import { compact, withoutPrefix } from '#shared/model/identifiers.ts';
import { shortPath } from '#shared/authority/einvoice/official/validate.ts';
import { assertionsOf } from '#shared/authority/einvoice/official/schematron.ts';
import { dayStart } from '#shared/authority/einvoice/rules/dates.ts';
import { evaluate } from '#shared/authority/einvoice/rules/evaluate.ts';
import { normalized, trimmed } from '#shared/authority/einvoice/rules/values.ts';
import { schemaFindings } from '#shared/authority/einvoice/schema/check.ts';
import { parseXml as parseSigned } from '#shared/authority/einvoice/signature/elements.ts';
import { readSignature } from '#shared/authority/einvoice/signature/read-signature.ts';
import { verifyTimestamp } from '#shared/authority/einvoice/signature/timestamp.ts';
import { readTrust } from '#shared/authority/einvoice/signature/trust.ts';
import { readAnswerArchive } from '#shared/authority/taxauth/client/archive.ts';
import { duplicateOf } from '#shared/authority/taxauth/client/errors.ts';
import {
  parseDownloadAnswer,
  parseMessageList,
  parseStatusAnswer,
  parseUploadAnswer,
} from '#shared/authority/taxauth/client/protocol.ts';
import { refusal, saysEmptyList } from '#shared/authority/taxauth/client/refusals.ts';
import { parseWireTime } from '#shared/authority/taxauth/client/wire-time.ts';
import { contentAddress } from '#shared/authority/einvoice/ubl/read-content/party.ts';
import { readUbl } from '#shared/authority/einvoice/ubl/read.ts';
import { attribute, text as textElement } from '#shared/base/kernel/xml.ts';
import { attributeValue, decoded, withLineFeeds } from '#shared/authority/einvoice/xml/characters.ts';
import { xmlText } from '#shared/authority/einvoice/xml/decode.ts';
import { parseXml, rootOf } from '#shared/authority/einvoice/xml/parse.ts';
import { each, type Input, many, type Reader } from './measure.ts';

const XML: Input[] = [
  ...each(
    [
      '<',
      '<a',
      '<a>',
      '<a/>',
      '<a b="',
      '<a b="">',
      '</a>',
      '<!--',
      '<!---->',
      '<![CDATA[',
      '<?',
      '<?a?>',
      '&',
      '&amp;',
      ']]>',
      ']',
      ' ',
      '\r',
      '\u00a0',
      'a',
    ],
    '<r>',
  ),
  ...each(['<a/>', '<a></a>', '&lt;', '<!---->', '<![CDATA[]]>', '<?a?>', 'a', ' ', '<a>b</a>', '\r\n'], '<r>', '</r>'),
  ...each([' ', '\u00a0', '\u2003', 'a', 'a ', ' a', 'a:', ':', '=', ' a=""', '"', '-', '.'], '<r', '>'),
  ...each([' ', '\u00a0', 'a', '<', '"', '=', '&'], '<r a="', '"'),
  ...each([' ', '\u00a0', 'a', '\n'], '<r a', '=""/>'),
  ...each([' ', 'a', '"', '?', 'encoding', 'encoding='], '<?xml version="1.0" ', '?><r/>'),
];
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
const OPEN = `<Invoice xmlns="${UBL}Invoice-2" xmlns:cbc="${UBL}CommonBasicComponents-2" xmlns:cac="${UBL}CommonAggregateComponents-2">`;
const REQUIRED =
  '<cbc:ID>1</cbc:ID><cbc:IssueDate>2026-01-01</cbc:IssueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>' +
  '<cbc:DocumentCurrencyCode>RON</cbc:DocumentCurrencyCode>';
const LINE = '<cac:InvoiceLine><cbc:ID>1</cbc:ID></cac:InvoiceLine>';
const DOCUMENTS: Input[] = [
  ...each(
    [
      LINE,
      '<cbc:Note>a</cbc:Note>',
      '<cac:TaxTotal/>',
      '<cac:AllowanceCharge/>',
      '<cac:BillingReference/>',
      '<cbc:ID>1</cbc:ID>',
    ],
    OPEN + REQUIRED,
    '</Invoice>',
  ),
  ...each(
    [
      '<cac:AdditionalDocumentReference/>',
      '<cac:PaymentMeans/>',
      '<cac:TaxTotal><cac:TaxSubtotal/></cac:TaxTotal>',
      '<x/>',
      '<cac:Delivery/>',
    ],
    OPEN + REQUIRED,
    '</Invoice>',
  ),
  ...each([' ', 'a', '9', '\u00a0', '\n', '='], `${OPEN}${REQUIRED}<cbc:Note>`, '</cbc:Note></Invoice>'),
  ...each(
    [' ', '9', '\n'],
    `${OPEN}${REQUIRED}<cac:LegalMonetaryTotal><cbc:PayableAmount>`,
    '</cbc:PayableAmount></cac:LegalMonetaryTotal></Invoice>',
  ),
];
const SPACES = each([' ', '\t', '\n', 'a ', ' a', '\u00a0'], 'a', 'b').concat(each([' ', '\t']));
const PLACES = each(
  ['a', ' ', 'ș', 'judet ', 'judetul', 'sector ', 'sectorul', 'ro ', '-', '\u0301', '\ufdfa', 'capital social', ', ', ': '],
  '',
);
const HEADER = '<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" ';
const ANSWERS = each(['a', ' ', 'b="" ', '&', '&amp;', '=', '"', '<Errors/>', '\u00a0'], HEADER, '>').concat(
  each(['<Errors errorMessage="a"/>', '<a/>', '<!---->', '</a>', '<'], `${HEADER}>`, '</header>'),
  each([' ', 'a', '&#32;', '\n'], `${HEADER}><Errors errorMessage="`, '"/></header>'),
);
const REFUSALS = each(
  ['a mai fost transmis', 'index', '=', ' ', '1', 'Nu exista mesaje', 'Pagina solicitata ', 'S-au ', 'a'],
  'a mai fost transmisa',
).concat(many('1', 'Pagina solicitata '), many(' ', 'a mai fost transmisa anterior cu index'));
const BASE64 = each(
  ['A', '=', '\n', ' ', '-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----', '-'],
  '-----BEGIN CERTIFICATE-----',
);
const DER = each(
  ['\u0030\u0080', '\u0030\u0003', '\u0000', '\u0030', '\u0024\u0080', '\u0006\u0081', '\u00ff', '\u0002\u0001\u0000'],
  '',
).concat(many('\u0030\u0080', '\u0030\u0080\u0006\u0009\u002a\u0086\u0048\u0086\u00f7\r\u0001\u0007\u0002\u00a0\u0080'));
const CUBE = '<DataSet><Body><Cube date="2026-01-02">';
const RATES = each(['<Rate currency="EUR">5</Rate>', '<Rate/>', '<a/>'], CUBE, '</Cube></Body></DataSet>').concat(
  each(['5', '.', ' ', '-'], `${CUBE}<Rate currency="EUR">`, '</Rate></Cube></Body></DataSet>'),
  each(['<Cube date="2026-01-02"/>', '<Cube/>', '<Body/>', '<OrigCurrency/>'], '<DataSet><Body>', '</Body></DataSet>'),
);
const xml = 'shared/authority/einvoice/xml';
const taxauth = 'shared/authority/einvoice/taxauth';
const bytesOf = (text: string): Buffer => Buffer.from(text);

/** XML in every form, the responses of the tax authority, signatures, addresses and identifiers. */
export const einvoiceReaders: Reader[] = [
  { reads: 'parseXml', source: `${xml}/parse.ts`, inputs: [...XML, ...DOCUMENTS], run: parseXml },
  { reads: 'publishedSets', source: 'shared/records/exchange-rates/published-xml.ts', inputs: RATES, run: publishedSets },
  { reads: 'xmlText', source: `${xml}/decode.ts`, inputs: XML, run: text => xmlText(bytesOf(text)) },
  { reads: 'xmlText, byte order mark', source: `${xml}/decode.ts`, inputs: XML, run: text => xmlText(bytesOf(`\ufeff${text}`)) },
  {
    reads: 'decoded',
    source: `${xml}/characters.ts`,
    inputs: each(['&', '&amp;', 'amp;', ';', '&#1', '&#x', 'a'], '&amp;'),
    run: decoded,
  },
  { reads: 'attributeValue', source: `${xml}/characters.ts`, inputs: each(['\t', '\n', '&lt;', '&'], 'a'), run: attributeValue },
  { reads: 'withLineFeeds', source: `${xml}/characters.ts`, inputs: each(['\r', '\n', '\r\n', '\n\r']), run: withLineFeeds },
  { reads: 'readUbl', source: 'shared/authority/einvoice/ubl/read.ts', inputs: DOCUMENTS, run: readUbl },
  {
    reads: 'evaluate',
    source: 'shared/authority/einvoice/rules/evaluate.ts',
    inputs: DOCUMENTS,
    run: text => evaluate(text, 'cius-ro-1.0.9'),
  },
  {
    reads: 'schemaFindings',
    source: 'shared/authority/einvoice/schema/check.ts',
    inputs: DOCUMENTS,
    run: text => schemaFindings(parseXml(text)),
  },
  { reads: 'normalized', source: 'shared/authority/einvoice/rules/values.ts', inputs: SPACES, run: normalized },
  { reads: 'trimmed', source: 'shared/authority/einvoice/rules/values.ts', inputs: SPACES, run: trimmed },
  {
    reads: 'dayStart',
    source: 'shared/authority/einvoice/rules/dates.ts',
    inputs: each(['1', '-', '0'], '2026-01-01'),
    run: dayStart,
  },
  {
    reads: 'shortPath',
    source: 'shared/authority/einvoice/official/validate.ts',
    inputs: each(
      ['/*:', "/*:a[namespace-uri()='", "/*:a[namespace-uri()='b'][", "/*:a[namespace-uri()='b'][1]", 'a', '/', "'"],
      '/*:',
    ),
    run: shortPath,
  },
  { reads: 'assertionsOf', source: 'shared/authority/einvoice/official/schematron.ts', inputs: XML, run: assertionsOf },
  {
    reads: 'text, attribute',
    source: 'shared/base/kernel/xml.ts',
    inputs: each(['&', '<', '"', '\r', '\n', '\u0000', '\ud800', ' ', 'a']),
    run: value => [textElement('a', value), attribute('b', value)],
  },
  {
    reads: 'parseXml of signatures',
    source: 'shared/authority/einvoice/signature/elements.ts',
    inputs: XML,
    run: value => parseSigned(bytesOf(value)).dispose(),
  },
  {
    reads: 'readSignature',
    source: 'shared/authority/einvoice/signature/read-signature.ts',
    inputs: [...XML, ...DOCUMENTS],
    run: value => readSignature(bytesOf(value)),
  },
  {
    reads: 'verifyTimestamp',
    source: 'shared/authority/einvoice/signature/timestamp.ts',
    inputs: DER,
    run: value =>
      verifyTimestamp(Buffer.from(value, 'latin1'), Buffer.from('a'), { anchors: [], revocationLists: [], seals: undefined }),
  },
  {
    reads: 'readTrust',
    source: 'shared/authority/einvoice/signature/trust.ts',
    inputs: BASE64,
    run: anchors => readTrust({ anchors, revocationLists: anchors }),
  },
  { reads: 'rootOf', source: `${xml}/parse.ts`, inputs: [...XML, ...ANSWERS], run: rootOf },
  { reads: 'parseUploadAnswer', source: `${taxauth}/protocol.ts`, inputs: ANSWERS, run: parseUploadAnswer },
  { reads: 'parseStatusAnswer', source: `${taxauth}/protocol.ts`, inputs: ANSWERS, run: parseStatusAnswer },
  {
    reads: 'parseMessageList',
    source: `${taxauth}/protocol.ts`,
    inputs: [
      ...each(['{"tip":"a","detalii":"cif_emitent="},', '{"tip":"a"},', '[', '1,'], '{"mesaje":[', '{"tip":"b"}]}'),
      ...each(['cif_emitent=', '1', ' ', 'cif_beneficiar='], '{"mesaje":[{"tip":"a","detalii":"cif_emitent=', '"}]}'),
      ...REFUSALS.map(({ name, make }) => ({ name, make: (length: number) => JSON.stringify({ eroare: make(length) }) })),
    ],
    run: parseMessageList,
  },
  {
    reads: 'parseDownloadAnswer',
    source: `${taxauth}/protocol.ts`,
    inputs: each(['a', '{', '{"a":', '[', '"'], '{"eroare":"'),
    run: value => parseDownloadAnswer(bytesOf(value)),
  },
  {
    reads: 'readAnswerArchive',
    source: `${taxauth}/archive.ts`,
    inputs: [...XML, ...ANSWERS],
    run: value => readAnswerArchive(zipSync({ [`${value.slice(0, 60_000)}.xml`]: bytesOf(value) }, { level: 0 })),
  },
  {
    reads: 'refusal',
    source: `${taxauth}/refusals.ts`,
    inputs: REFUSALS,
    run: value => [refusal([value]), saysEmptyList(value), duplicateOf([value])],
  },
  {
    reads: 'parseWireTime',
    source: `${taxauth}/wire-time.ts`,
    inputs: each(['1', '0', 'a'], '202601010101'),
    run: parseWireTime,
  },
  { reads: 'fold', source: 'shared/base/kernel/collate.ts', inputs: PLACES, run: fold },
  { reads: 'countyCode', source: 'shared/authority/einvoice/addresses.ts', inputs: PLACES, run: countyCode },
  {
    reads: 'bucharestSector',
    source: 'shared/authority/einvoice/addresses.ts',
    inputs: PLACES,
    run: value => bucharestSector(value),
  },
  {
    reads: 'contentAddress',
    source: 'shared/authority/einvoice/ubl/read-content/party.ts',
    inputs: PLACES,
    run: city => contentAddress({ streets: [city], city, subdivision: city } as never),
  },
  {
    reads: 'compact, withoutPrefix',
    source: 'shared/model/identifiers.ts',
    inputs: each(['RO', '1', '.', ' ', '-']),
    run: value => [compact(value), withoutPrefix(value)],
  },
];
