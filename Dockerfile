FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /kartalint ./cmd/kartalint

FROM scratch
COPY --from=build /kartalint /kartalint
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/kartalint"]
