import { css, type SafeHtml } from '#shared/base/kernel/html.ts';

/**
 * The second line of defence against a company's style sheet (css/custom-css.ts is the first): an `!important` declaration in an
 * earlier layer overrides all rules of a later one (CSS Cascade 5 §6.4.4). It keeps all texts visible, in their place and order and
 * as written, and the colours of panels, whose light text would be invisible on another background.
 *
 * @param panels `!important` rules for the panels of the template
 */
export const guardStyle = (panels: SafeHtml): SafeHtml => css`
  html,
  body {
    margin: 0 !important;
    padding: 0 !important;
  }
  .document {
    margin: 0 !important;
    padding: 0 14mm !important;
  }
  html,
  body,
  body :not(.watermark, .watermark *) {
    visibility: visible !important;
    opacity: 1 !important;
    position: static !important;
    float: none !important;
    transform: none !important;
    translate: none !important;
    rotate: none !important;
    scale: none !important;
    zoom: 1 !important;
    filter: none !important;
    clip-path: none !important;
    mask: none !important;
    mix-blend-mode: normal !important;
    overflow: visible !important;
    content-visibility: visible !important;
    text-indent: 0 !important;
    text-shadow: none !important;
    box-shadow: none !important;
    outline: none !important;
    background-image: none !important;
    direction: ltr !important;
    unicode-bidi: isolate !important;
    writing-mode: horizontal-tb !important;
    order: 0 !important;
    -webkit-text-security: none !important;
    -webkit-text-fill-color: currentcolor !important;
    -webkit-text-stroke: 0 !important;
  }
  .document-number,
  .name,
  address,
  .party dd,
  .dates dd,
  .description,
  .figure,
  .legal,
  .iban,
  .uit,
  .vat td {
    text-transform: none !important;
    letter-spacing: normal !important;
    word-spacing: normal !important;
  }
  .qr,
  .qr svg {
    display: block !important;
    width: 24mm !important;
    height: auto !important;
    padding: 0 !important;
    border: 0 !important;
    background-color: #ffffff !important;
  }
  ${panels}
`;
