import type Router from '@koa/router';
import type { Context } from 'koa';
import { pathParameter } from '../shared/application.ts';
import { answerPage } from '../shared/page.ts';
import type { AuthorityApi } from './api-routes.ts';
import { certificateDrawing } from './certificate-drawing.ts';
import { certificateImage } from './certificate-image.ts';
import { linksOf } from './certificate-links.ts';
import { certificatePdf } from './certificate-pdf.ts';
import type { IssuedCertificate } from './edition-request.ts';
import { qrPng } from './qr-code.ts';
import { unknownCertificatePage, verificationPage } from './verification-page.ts';

type Make = (certificate: IssuedCertificate, base: string) => Buffer | Promise<Buffer>;

/** A certificate's files, generated on request from the issued data. */
const FILES: readonly (readonly [path: string, type: string, make: Make])[] = [
  [
    '/attestations/:numero.pdf',
    'application/pdf',
    (certificate, base) => certificatePdf(certificateDrawing(certificate, base), new Date(certificate.issuedAt)),
  ],
  [
    '/attestations/:numero.png',
    'image/png',
    (certificate, base) => certificateImage(certificateDrawing(certificate, base)),
  ],
  ['/attestations/:numero/qrcode.png', 'image/png', ({ numero }, base) => qrPng(linksOf(base, numero).verification)],
];

/** Adds the public routes: the certificates, and the page that shows whether a certificate is valid. */
export const addDocumentRoutes = (
  router: Router,
  { requests, now, url }: Pick<AuthorityApi, 'requests' | 'now' | 'url'>,
): void => {
  const certificateAt = (ctx: Context): IssuedCertificate | undefined =>
    requests.certificate(pathParameter(ctx, 'numero'));

  // People also open the image of the QR code as a link. A browser is then redirected to the verification page.
  router.get('/attestations/:numero/qrcode.png', (ctx, next) => {
    if (ctx.accepts('image/png', 'text/html') !== 'text/html') return next();
    ctx.redirect(`/verification/${encodeURIComponent(pathParameter(ctx, 'numero'))}`);
  });

  for (const [path, type, make] of FILES) {
    router.get(path, async (ctx) => {
      const certificate = certificateAt(ctx);
      if (!certificate) return answerPage(ctx, 404, unknownCertificatePage);
      ctx.body = await make(certificate, url);
      ctx.type = type;
    });
  }

  router.get('/verification/:numero', (ctx) => {
    const certificate = certificateAt(ctx);
    if (certificate) answerPage(ctx, 200, verificationPage(certificate, now().toISOString().slice(0, 10)));
    else answerPage(ctx, 404, unknownCertificatePage);
  });
};
