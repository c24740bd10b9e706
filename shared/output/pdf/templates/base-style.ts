import { type FamilyName, stackOf } from '../css/families.ts';
import { css, type SafeHtml, trusted } from '#shared/base/kernel/html.ts';
import { addressStyle } from './addresses.ts';
import { linesStyle } from './lines.ts';
import { leading } from './type-size.ts';

/** Points of body text. */
const BODY = 10;
/** The style that all templates share: layout of blocks, page breaks in tables, and what wraps. */
export const baseStyle = (family: FamilyName): SafeHtml => css`
  * {
    box-sizing: border-box;
    margin: 0;
    padding: 0;
  }
  body {
    font: 400 ${trusted(String(BODY))}pt / ${leading(BODY, family)} ${trusted(stackOf(family))};
    font-variant-numeric: lining-nums;
    overflow-wrap: anywhere;
    print-color-adjust: exact;
  }
  .document {
    padding: 0 14mm;
  }
  address {
    font-style: normal;
  }
  a {
    color: inherit;
    text-decoration: none;
  }
  h1,
  h2,
  th {
    font-weight: 600;
  }
  h2 {
    break-after: avoid;
  }
  th {
    text-align: left;
  }
  .typed {
    white-space: pre-line;
  }
  /* Only here: the tabular forms of Inter include a hyphen as wide as a digit, which makes gaps in document numbers and addresses. */
  .figure,
  .number {
    font-variant-numeric: tabular-nums lining-nums;
  }
  .figure {
    text-align: right;
    white-space: nowrap;
  }
  .masthead {
    display: flex;
    justify-content: space-between;
    align-items: flex-start;
    gap: 10mm;
  }
  .heading {
    max-width: 120mm;
  }
  .heading:only-child {
    max-width: none;
  }
  h1 {
    text-wrap: balance;
  }
  .logo {
    display: block;
    max-width: 62mm;
    max-height: 20mm;
  }
  .logo + .heading {
    text-align: right;
    max-width: 100mm;
  }

  .strip {
    display: flex;
    flex-wrap: wrap;
    gap: 2.5mm 9mm;
  }
  .strip .field {
    max-width: 88mm;
  }
  .parties,
  .closing {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 10mm;
  }
  /* All labels as wide as the widest one, so that none touches its value. */
  .party dl,
  .payment dl {
    display: grid;
    grid-template-columns: fit-content(45%) minmax(0, 1fr);
    column-gap: 3mm;
  }
  .party .field,
  .payment .field {
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
  }
  .party dt,
  .payment dt {
    overflow-wrap: normal;
  }
  .payment dl + p {
    margin-top: 1.6mm;
  }
  /* Payment is next to the amount to pay, and so on the same page. */
  .closing.paying {
    display: block;
    margin-top: 0;
    padding: 0;
  }
  .breakdown * + .paying.closing {
    margin-top: 5mm;
  }
  .dates .due {
    margin-left: auto;
    text-align: right;
  }
  .dates .due dd {
    white-space: nowrap;
  }

  .transport {
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: 8mm;
    break-inside: avoid;
  }
  .transport .label {
    display: block;
  }
  .uit {
    font-size: 14pt;
    font-weight: 600;
    line-height: 1.3;
    white-space: nowrap;
  }
  .transport .strip {
    margin-top: 1.6mm;
  }
  /* A sixth of the width on each side is the quiet zone; the negative margin aligns the code itself with the text. */
  .qr {
    flex: none;
    width: 24mm;
    margin-right: -3.3mm;
    text-align: center;
    color: #000000;
    background: #ffffff;
  }
  .qr svg {
    display: block;
    width: 24mm;
    height: 24mm;
  }
  .qr figcaption {
    margin-top: -0.8mm;
    font-size: 5.5pt;
    line-height: 1.2;
    white-space: nowrap;
  }

  table {
    width: 100%;
    border-collapse: separate;
    border-spacing: 0;
  }
  ${linesStyle}${addressStyle}

  /* If the totals move to the next page, the last line moves with them. */
  .lines tbody tr:last-child {
    break-before: avoid;
  }
  .lines + .air,
  .summary {
    break-before: avoid;
  }
  .summary {
    break-inside: avoid;
    display: grid;
    grid-template-columns: minmax(0, 1fr) 82mm;
    gap: 10mm;
  }
  .vat th {
    overflow-wrap: normal;
    vertical-align: bottom;
  }
  .vat th.figure {
    white-space: normal;
  }
  /* Smaller, so that the table fits into its half of the page with a fourth column (VAT in lei) or long figures. */
  .vat.tight :is(th, td) {
    padding-left: 1.6mm;
  }
  .vat.tight td:not(.detail) {
    font-size: 8.25pt;
  }
  .vat.tightest td.figure {
    font-size: 7.2pt;
  }
  .vat td {
    vertical-align: top;
  }
  .adjustments {
    margin-bottom: 4mm;
  }
  /* Rows are flex containers, so that a filled row has no seam between its cells. */
  .totals,
  .totals tbody {
    display: block;
  }
  .totals {
    align-self: start;
  }
  .totals tr {
    display: flex;
    justify-content: space-between;
    align-items: baseline;
    gap: 4mm;
  }
  .totals th {
    font-weight: 400;
    overflow-wrap: normal;
  }
  .totals .grand > * {
    font-weight: inherit;
  }

  .closing.long {
    display: block;
  }
  .closing.long > div + div {
    margin-top: 5mm;
  }
  /* It continues on the next page only within a text. */
  .closing.long > div + div,
  .closing section + section {
    break-before: avoid;
  }
  /* A block that is not long is not split between pages; the people after it stay on its page. */
  .closing:not(.long) {
    break-inside: avoid;
  }
  .closing section + section {
    margin-top: 4mm;
  }
  .payment,
  .people,
  .signatures {
    break-inside: avoid;
  }
  /* Never the only content of the last page. */
  .closing,
  .people,
  .signatures,
  footer {
    break-before: avoid;
  }
  /* The top margin leaves room for handwritten signatures. */
  .signatures {
    display: grid;
    grid-template-columns: 1fr 1fr 1fr;
    gap: 10mm;
    margin-top: 13mm;
  }
  .signatures > div {
    padding-top: 1.2mm;
    border-top: 0.2mm solid currentcolor;
  }
  .text,
  footer {
    orphans: 3;
    widows: 3;
  }
`;
