// Generated from the OpenAPI document of packages/courier.
// After a change there: npx node packages/courier/test/generate-webhooks-schema.ts
/* oxlint-disable max-lines -- one document, one file */

export interface paths {
  '/endpoint': {
    get: operations['listEndpoints'];
    post: operations['createEndpoint'];
  };
  '/endpoint/{id}': {
    get: operations['getEndpoint'];
    delete: operations['deleteEndpoint'];
    patch: operations['changeEndpoint'];
  };
  '/endpoint/{id}/rotate': {
    post: operations['rotateSecret'];
  };
  '/endpoint/{id}/test': {
    post: operations['testEndpoint'];
  };
  '/endpoint/{id}/delivery': {
    get: operations['listDeliveries'];
  };
  '/endpoint/{id}/delivery/{delivery}': {
    get: operations['getDelivery'];
  };
  '/endpoint/{id}/delivery/{delivery}/again': {
    post: operations['deliverAgain'];
  };
  '/endpoint/{id}/again': {
    post: operations['deliverAllAgain'];
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Endpoint: {
      /**
       * @description The endpoint’s id.
       * @example 0a1b2c3d4e5f6071
       */
      id: string;
      /**
       * @description The address of your server: https, without user or password.
       * @example https://broker.example/hook
       */
      url: string;
      /**
       * @description Only events of these types; null for all.
       * @example [
       *       "contract.opened",
       *       "certificate.issued"
       *     ]
       */
      types: string[] | null;
      /**
       * @description Your own note.
       * @example policies
       */
      description: string | null;
      /** @description Whether deliveries are sent. While the endpoint is off, waiting deliveries are kept. */
      isOn: boolean;
      /** @description Why the endpoint is off; null if it is on. */
      offReason: string | null;
      /** @description Secrets that sign each webhook: more than one during a rotation. */
      secrets: number;
    };
    EndpointWithSecret: {
      /**
       * @description The endpoint’s id.
       * @example 0a1b2c3d4e5f6071
       */
      id: string;
      /**
       * @description The address of your server: https, without user or password.
       * @example https://broker.example/hook
       */
      url: string;
      /**
       * @description Only events of these types; null for all.
       * @example [
       *       "contract.opened",
       *       "certificate.issued"
       *     ]
       */
      types: string[] | null;
      /**
       * @description Your own note.
       * @example policies
       */
      description: string | null;
      /** @description Whether deliveries are sent. While the endpoint is off, waiting deliveries are kept. */
      isOn: boolean;
      /** @description Why the endpoint is off; null if it is on. */
      offReason: string | null;
      /** @description Secrets that sign each webhook: more than one during a rotation. */
      secrets: number;
      /**
       * @description Signs the webhooks, as Standard Webhooks 1.0 specifies. `getEndpoint` does not return it.
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
       */
      secret: string;
    };
    EndpointList: {
      data: components['schemas']['Endpoint'][];
    };
    NewEndpoint: {
      /**
       * @description The address of your server: https, without user or password.
       * @example https://broker.example/hook
       */
      url: string;
      /**
       * @description Only events of these types; null for all.
       * @example [
       *       "contract.opened",
       *       "certificate.issued"
       *     ]
       */
      types?: string[] | null;
      /**
       * @description Your own note.
       * @example policies
       */
      description?: string | null;
    };
    EndpointChange: {
      /**
       * @description The address of your server: https, without user or password.
       * @example https://broker.example/hook
       */
      url?: string;
      /**
       * @description Only events of these types; null for all.
       * @example [
       *       "contract.opened",
       *       "certificate.issued"
       *     ]
       */
      types?: string[] | null;
      /**
       * @description Your own note.
       * @example policies
       */
      description?: string | null;
      /** @description Whether deliveries are sent. While the endpoint is off, waiting deliveries are kept. */
      isOn?: boolean;
    };
    Rotation: {
      /** @description Sign only with the newest secret. */
      finish?: boolean;
    };
    TestResult: {
      /** @description The status that your server returned; null if it did not answer. */
      status: number | null;
      /** @description The beginning of the answer. */
      answer: string | null;
      /** @description Why there was no answer. */
      problem: string | null;
    };
    Delivery: {
      /**
       * @description The `webhook-id`.
       * @example msg_0a1b2c3d4e5f6071_57
       */
      id: string;
      /**
       * @description The type of the event.
       * @example contract.opened
       */
      type: string;
      /** @description The position of the event in GET /event. */
      position: number;
      /** @enum {string} */
      state: 'waiting' | 'delivered' | 'given_up';
      /** @description Attempts that have ended. */
      attempts: number;
      /** @description The status of the last attempt, or why there was no answer. */
      lastResult: string | null;
      /**
       * Format: date-time
       * @description When the webhook is sent next; null if it is not waiting.
       */
      dueAt: string | null;
    };
    DeliveryList: {
      data: components['schemas']['Delivery'][];
    };
    DeliveryDetails: {
      /**
       * @description The `webhook-id`.
       * @example msg_0a1b2c3d4e5f6071_57
       */
      id: string;
      /**
       * @description The type of the event.
       * @example contract.opened
       */
      type: string;
      /** @description The position of the event in GET /event. */
      position: number;
      /** @enum {string} */
      state: 'waiting' | 'delivered' | 'given_up';
      /** @description Attempts that have ended. */
      attempts: number;
      /** @description The status of the last attempt, or why there was no answer. */
      lastResult: string | null;
      /**
       * Format: date-time
       * @description When the webhook is sent next; null if it is not waiting.
       */
      dueAt: string | null;
      /** @description The webhook. */
      body: Record<string, never>;
      history: {
        /** @description When the attempt began. */
        at: string;
        /** @description The status, or why there was no answer. */
        result: string;
        milliseconds: number;
        /** @description The first 200 characters of the answer. */
        answer: string;
      }[];
    };
    Again: {
      /** @description Deliveries that are sent again. */
      again: number;
    };
    Error: {
      /** @description The error’s code, for programs. */
      code: string;
      /** @description An explanation for people, with what to do next: in French with `Accept-Language: fr`. */
      message: string;
      details?: {
        /** @description The field. */
        field: string;
        /** @description The rule that it breaks. */
        message: string;
      }[];
    };
  };
}
export type $defs = Record<string, never>;
export interface operations {
  listEndpoints: {
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['EndpointList'];
        };
      };
    };
  };
  createEndpoint: {
    requestBody?: {
      content: {
        'application/json': components['schemas']['NewEndpoint'];
      };
    };
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['EndpointWithSecret'];
        };
      };
    };
  };
  getEndpoint: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Endpoint'];
        };
      };
    };
  };
  deleteEndpoint: {
    parameters: {
      path: {
        id: string;
      };
    };
  };
  changeEndpoint: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['EndpointChange'];
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Endpoint'];
        };
      };
    };
  };
  rotateSecret: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['Rotation'];
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['EndpointWithSecret'];
        };
      };
    };
  };
  testEndpoint: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TestResult'];
        };
      };
    };
  };
  listDeliveries: {
    parameters: {
      query?: {
        state?: 'waiting' | 'delivered' | 'given_up';
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['DeliveryList'];
        };
      };
    };
  };
  getDelivery: {
    parameters: {
      path: {
        id: string;
        delivery: string;
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['DeliveryDetails'];
        };
      };
    };
  };
  deliverAgain: {
    parameters: {
      path: {
        id: string;
        delivery: string;
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Again'];
        };
      };
    };
  };
  deliverAllAgain: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Again'];
        };
      };
    };
  };
}
