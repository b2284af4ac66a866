import { expect } from 'chai';
import { badApiForAll } from './bad-api.ts';
import { blamed, JSON_TYPE, jsonOf, short } from './bad-world.ts';
import { badTexts, FORM_TYPE, formOf, partsOf } from './form.ts';
import { OPERATIONS } from './operations.ts';
import { isId, outOfBounds, TOO_DEEP, wrongTypes } from './values.ts';

const WITH_BODY = OPERATIONS.flatMap((operation) => (operation.body ? [{ ...operation, body: operation.body }] : []));

describe('a field of a body', () => {
  const { world, expectUntouched } = badApiForAll();

  describe('is named in the refusal if it is invalid, and nothing is stored:', () => {
    afterEach(expectUntouched);

    for (const operation of WITH_BODY)
      for (const field of operation.body) {
        const unknown = isId(field) ? `404 ${field.name.replace(/Id$/, '')}_not_found` : `400 ${field.name}`;
        const answerTo = (body: string | Uint8Array, headers: Readonly<Record<string, string>>) =>
          world.send({ method: operation.method, path: world.pathOf(operation), headers, body });

        // Proves: vehicle-bounds, text-normalised, 400-invalid-request, 404-coverage-not-found
        it(`${operation.name}: ${field.name}`, async () => {
          const { [field.name]: _, ...others } = world.bodyOf(operation);
          const expectBlamed = async (value: string, expected: string) => {
            const answer = await answerTo(jsonOf({ ...others, [field.name]: value }), JSON_TYPE);
            expect(blamed(answer), short(value)).to.equal(expected);
          };
          for (const value of wrongTypes(field)) await expectBlamed(value, `400 ${field.name}`);
          await expectBlamed(TOO_DEEP, '400 body');
          for (const value of outOfBounds(field)) await expectBlamed(value, unknown);
          if (field.required)
            expect(blamed(await answerTo(jsonOf(others), JSON_TYPE)), 'left out').to.equal(`400 ${field.name}`);
        });

        if (operation.form)
          // Proves: numbers-as-text
          it(`${operation.name}: ${field.name}, in a form`, async () => {
            const others = partsOf(world.bodyOf(operation)).filter(({ name }) => name !== field.name);
            for (const content of badTexts(field)) {
              const answer = await answerTo(formOf([...others, { name: field.name, content }]), FORM_TYPE);
              expect(blamed(answer), short(content)).to.equal(`400 ${field.name}`);
            }
          });
      }
  });
});
