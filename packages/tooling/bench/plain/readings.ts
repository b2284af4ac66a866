import { CONTRACT_OF, CONTRACTS, QUOTE_STATUS, VEHICLE_OF, VEHICLES, type Statement } from './statements.ts';
import type { Store } from './store.ts';
import {
  contractView,
  standingView,
  vehicleView,
  type ContractColumns,
  type LinkSigning,
  type StandingColumns,
  type VehicleColumns,
} from './views.ts';

export interface Page {
  readonly page: number;
  readonly limit: number;
}

/** The responses of the endpoints that only read; undefined if the object does not exist. */
export const readings = (store: Store, signing: LinkSigning) => {
  const page = async <Columns, View>(
    statement: Statement,
    companyId: string,
    { page, limit }: Page,
    isThere: (row: Columns) => boolean,
    view: (row: Columns) => View,
  ) => {
    const rows = await store<Columns & { readonly total: number }>(statement, [companyId, (page - 1) * limit, limit]);
    // A page past the end is one row with only the total.
    return { data: rows.filter(isThere).map(view), page, limit, total: rows[0]?.total ?? 0 };
  };
  return {
    vehicle: async (companyId: string, id: string) => {
      const [row] = await store<VehicleColumns>(VEHICLE_OF, [companyId, id]);
      return row && vehicleView(row);
    },
    vehicles: (companyId: string, which: Page) =>
      page<VehicleColumns, ReturnType<typeof vehicleView>>(
        VEHICLES,
        companyId,
        which,
        ({ vehicle_id }) => vehicle_id !== null,
        vehicleView,
      ),
    contract: async (companyId: string, id: string) => {
      const [row] = await store<ContractColumns>(CONTRACT_OF, [companyId, id]);
      return row && contractView(signing, row);
    },
    contracts: (companyId: string, which: Page) =>
      page<ContractColumns, ReturnType<typeof contractView>>(
        CONTRACTS,
        companyId,
        which,
        ({ id }) => id !== null,
        (row) => contractView(signing, row),
      ),
    quoteStatus: async (companyId: string, id: string) => {
      const [row] = await store<StandingColumns>(QUOTE_STATUS, [companyId, id]);
      return row && standingView(id, row);
    },
  };
};
