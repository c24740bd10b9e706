import { css } from '#shared/base/kernel/html.ts';

/**
 * The watermark of drafts, cancelled documents and those of sandbox companies: on top of everything, so that no filled area hides it, and so
 * faint that it hides nothing. For the layer that comes before the company's style sheet: `!important` overrides it there (guard-style.ts).
 */
export const watermarkStyle = css`
  .watermark {
    position: fixed !important;
    inset: 0 !important;
    z-index: 1 !important;
    display: grid !important;
    place-content: center !important;
    justify-items: center !important;
    background: none !important;
  }
  .watermark span {
    display: block !important;
    font-size: 118pt !important;
    font-weight: 600 !important;
    line-height: normal !important;
    letter-spacing: normal !important;
    color: rgb(17 24 39 / 0.065) !important;
    background: none !important;
    transform: rotate(-36deg) !important;
    white-space: nowrap !important;
  }
  .watermark,
  .watermark span {
    width: auto !important;
    height: auto !important;
    margin: 0 !important;
    padding: 0 !important;
    border: 0 !important;
    visibility: visible !important;
    opacity: 1 !important;
    translate: none !important;
    rotate: none !important;
    scale: none !important;
    zoom: 1 !important;
    filter: none !important;
    clip-path: none !important;
    mask: none !important;
    overflow: visible !important;
    content-visibility: visible !important;
    text-indent: 0 !important;
    -webkit-text-security: none !important;
    -webkit-text-fill-color: currentcolor !important;
  }
`;
