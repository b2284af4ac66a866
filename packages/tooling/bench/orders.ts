/**
 * Orders for rounds with so many lanes: over as many rounds, each lane comes after each other one equally often (Williams'
 * design of a Latin square, which needs an even number). A slice feels what was before it: caches, and what the database
 * has still to write.
 */
export const ordersOf = (count: number): readonly (readonly number[])[] => {
  const zigzag = Array.from({ length: count }, (_, position) =>
    position % 2 === 1 ? (position + 1) / 2 : (count - position / 2) % count,
  );
  return Array.from({ length: count }, (_, round) => zigzag.map((lane) => (lane + round) % count));
};
